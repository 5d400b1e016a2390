/** What a person can do where Slack does not let us ask. */
import { expect, it } from "vitest";
import { placeWords } from "./place-words.ts";

it.each([
  ["not_in_channel", /\/invite @askline/, /\/invite @askline/],
  ["is_archived", /Bring the channel back/, /채널을 되살리거나/],
  ["user_is_restricted", /Name somebody else/, /다른 사람을/],
  ["missing_scope", /install it again/, /다시 설치하세요/],
  ["token_revoked", /no longer knows the app's token/, /토큰을 더는 모릅니다/],
  ["account_inactive", /askline slack connect/, /askline slack connect/],
  ["restricted_action_read_only_channel", /Ask an admin/, /관리자에게/],
])("%s is told with its cure", (reason, english, korean) => {
  expect(placeWords("en").blocked("#general", reason, "askline").todo).toMatch(english);
  expect(placeWords("ko").blocked("#general", reason, "askline").todo).toMatch(korean);
});
