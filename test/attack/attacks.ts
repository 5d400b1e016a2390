/** Every kind of attack, one file each. */

import { attack as bareResponses } from "./kinds/bare-responses.ts";
import { attack as brokenAnswers } from "./kinds/broken-answers.ts";
import { attack as bypassAbused } from "./kinds/bypass-abused.ts";
import { attack as contentTypes } from "./kinds/content-types.ts";
import { attack as deviceCookie } from "./kinds/device-cookie.ts";
import { attack as deviceToken } from "./kinds/device-token.ts";
import { attack as foreignHosts } from "./kinds/foreign-hosts.ts";
import { attack as foreignOrigins } from "./kinds/foreign-origins.ts";
import { attack as forgedCookies } from "./kinds/forged-cookies.ts";
import { attack as formsOfOtherSites } from "./kinds/forms-of-other-sites.ts";
import { attack as forwarded } from "./kinds/forwarded.ts";
import { attack as guessedCodes } from "./kinds/guessed-codes.ts";
import { attack as guessedTokens } from "./kinds/guessed-tokens.ts";
import { attack as hookToken } from "./kinds/hook-token.ts";
import { attack as injectedHeaders } from "./kinds/injected-headers.ts";
import { attack as largeBodies } from "./kinds/large-bodies.ts";
import { attack as largeHeads } from "./kinds/large-heads.ts";
import { attack as linksApi } from "./kinds/links-api.ts";
import { attack as looseTongues } from "./kinds/loose-tongues.ts";
import { attack as mcpDoor } from "./kinds/mcp-door.ts";
import { attack as methods } from "./kinds/methods.ts";
import { attack as noCredential } from "./kinds/no-credential.ts";
import { attack as noOrigin } from "./kinds/no-origin.ts";
import { attack as ntfyLinks } from "./kinds/ntfy-links.ts";
import { attack as openRedirects } from "./kinds/open-redirects.ts";
import { attack as originsWithPage } from "./kinds/origins-with-page.ts";
import { attack as otherSchemes } from "./kinds/other-schemes.ts";
import { attack as pathsAroundTheGuard } from "./kinds/paths-around-the-guard.ts";
import { attack as pathsToFiles } from "./kinds/paths-to-files.ts";
import { attack as pollutingBodies } from "./kinds/polluting-bodies.ts";
import { attack as preflights } from "./kinds/preflights.ts";
import { attack as pushAnswers } from "./kinds/push-answers.ts";
import { attack as pushEndpoints } from "./kinds/push-endpoints.ts";
import { attack as replayedCookie } from "./kinds/replayed-cookie.ts";
import { attack as scriptsInAddresses } from "./kinds/scripts-in-addresses.ts";
import { attack as scriptsInQuestions } from "./kinds/scripts-in-questions.ts";
import { attack as sessionFiles } from "./kinds/session-files.ts";
import { attack as slackClocks } from "./kinds/slack-clocks.ts";
import { attack as slackDoor } from "./kinds/slack-door.ts";
import { attack as slackHome } from "./kinds/slack-home.ts";
import { attack as slackSignatures } from "./kinds/slack-signatures.ts";
import { attack as slackStrangers } from "./kinds/slack-strangers.ts";
import { attack as slowHeaders } from "./kinds/slow-headers.ts";
import { attack as smuggledRequests } from "./kinds/smuggled-requests.ts";
import { attack as socketsOfOtherSites } from "./kinds/sockets-of-other-sites.ts";
import { attack as socketsWithoutCredential } from "./kinds/sockets-without-credential.ts";
import { attack as strangeIds } from "./kinds/strange-ids.ts";
import { attack as streamsWithoutCredential } from "./kinds/streams-without-credential.ts";
import { attack as tokenInQuery } from "./kinds/token-in-query.ts";
import { attack as tokenLinks } from "./kinds/token-links.ts";
import { attack as twoHosts } from "./kinds/two-hosts.ts";
import { attack as uploads } from "./kinds/uploads.ts";
import { attack as usedCodes } from "./kinds/used-codes.ts";
import { attack as wholeTargets } from "./kinds/whole-targets.ts";
import { attack as wrongPageKeys } from "./kinds/wrong-page-keys.ts";
import { attack as wrongPorts } from "./kinds/wrong-ports.ts";
import type { Attack } from "./support/attack.ts";

export const attacks: readonly Attack[] = [
  bareResponses,
  brokenAnswers,
  bypassAbused,
  contentTypes,
  deviceCookie,
  deviceToken,
  foreignHosts,
  foreignOrigins,
  forgedCookies,
  formsOfOtherSites,
  forwarded,
  guessedCodes,
  guessedTokens,
  hookToken,
  injectedHeaders,
  largeBodies,
  largeHeads,
  linksApi,
  looseTongues,
  mcpDoor,
  methods,
  noCredential,
  noOrigin,
  ntfyLinks,
  openRedirects,
  originsWithPage,
  otherSchemes,
  pathsAroundTheGuard,
  pathsToFiles,
  pollutingBodies,
  preflights,
  pushAnswers,
  pushEndpoints,
  replayedCookie,
  scriptsInAddresses,
  scriptsInQuestions,
  sessionFiles,
  slackClocks,
  slackDoor,
  slackHome,
  slackSignatures,
  slackStrangers,
  slowHeaders,
  smuggledRequests,
  socketsOfOtherSites,
  socketsWithoutCredential,
  strangeIds,
  streamsWithoutCredential,
  tokenInQuery,
  tokenLinks,
  twoHosts,
  uploads,
  usedCodes,
  wholeTargets,
  wrongPageKeys,
  wrongPorts,
];
