import { expect, it } from "vitest";
import { isNumber, readTalk, withKeycaps } from "./talk.ts";

it.each([
  ["use MySQL", "words", false],
  ["<@UBOT> use MySQL", "words", true],
  ["<@UBOT|askline>: use MySQL", "words", true],
  ["use MySQL, <@UBOT>", "words", true],
  ["hey <@UMIN> is this safe?", "words", false],
  ["<@UBOT> <@UMIN> what do you think?", "words", false],
  ["<@UBOT> ask <@UMIN>", "words", true],
  ["<@UMIN> what do you think?", "others", false],
  ["  <@UMIN|min> 2", "others", false],
  ["<@UMIN> <@UBOT> 2", "others", false],
  ["<!here> anybody?", "others", false],
  ["<!subteam^S1|@backend> please", "others", false],
  ["<!date^1^{date}|today> is fine", "words", false],
  ["👀", "signs", false],
  ["👍🏽 🎉!", "signs", false],
  ["🇰🇷", "signs", false],
  [":eyes:", "signs", false],
  [":+1::skin-tone-2: :박수:", "signs", false],
  ["<@UBOT> :eyes:", "signs", true],
  ["??", "signs", false],
  ["^^", "signs", false],
  ["<@UBOT>", "words", true],
  ["", "signs", false],
  ["12:30:45", "words", false],
  ["ㅋㅋ", "words", false],
  ["2️⃣", "words", false],
  ["+", "words", false],
])("%j is %s", (text, kind, isToUs) => {
  expect(readTalk(text, "UBOT")).toMatchObject({ kind, isToUs });
});

it.each([
  [":two:", "2"],
  [":one: :three:", "1 3"],
  [":two: please", ":two: please"],
])("%j reads as %j", (text, as) => {
  expect(withKeycaps(text)).toBe(as);
});

it.each(["2", "#2", " 2번 ", "1: 2, 2: 1", "질문 1: 2", "2️⃣", "option 2", "1 & 2"])(
  "%j is a number",
  (text) => {
    expect(isNumber(text)).toBe(true);
  },
);

it.each(["", "no", "2 of them", "v2", "deploy", "at 10:30 then"])("%j is no number", (text) => {
  expect(isNumber(text)).toBe(false);
});
