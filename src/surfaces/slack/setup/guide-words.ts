/** What the guide of `askline slack connect` says. Every language has the same keys. */
import type { Locale } from "../../../core/locale.ts";

const en = {
  hello:
    "Askline in Slack, step by step. Ctrl-C ends it; what is secret is neither shown nor repeated.",
  stepApp: "1 of 5: The app",
  appChoice: [
    "Is there an app for Askline in your workspace yet?",
    "  1  No: create it with a configuration token (quickest)",
    "  2  No: show me each click",
    "  3  Yes: I have its tokens, or know where they are",
  ].join("\n"),
  chooseOne: "1, 2 or 3 [1]:",
  notThere: "Please type 1, 2 or 3.",
  httpsAddress: "The https address at which Slack reaches the hub (https://…):",
  configurationToken: [
    "Open https://api.slack.com/apps and look below the list of your apps:",
    "  Your App Configuration Tokens → Generate Token → your workspace → Generate",
    "Copy the access token (xoxe.xoxp-…). It is used once, for creating the app, and not kept.",
  ].join("\n"),
  askConfigurationToken: "Configuration token (xoxe.xoxp-…):",
  created: (id: string) => `✓ The app is created: ${id}`,
  installIt: (url: string) => `Install it: open ${url}, press “Install to …”, then “Allow”.`,
  clicks: [
    "a  Open https://api.slack.com/apps?new_app=1 and choose “From a manifest”.",
    "b  Choose your workspace and press Next.",
    "c  Choose JSON, replace what stands there by what this prints in another terminal:",
  ].join("\n"),
  clicksAfter: [
    "d  Press Next, then Create.",
    "e  Press “Install to …” on the left under “Install App”, then “Allow”.",
  ].join("\n"),
  whenDone: "Press Enter once that is done:",
  stepTokens: "2 of 5: Its tokens",
  whereBot: (page: string) => `Bot token: ${page}, under “Bot User OAuth Token”.`,
  whereApp: (page: string) =>
    `App token: ${page}, under “App-Level Tokens”: Generate Token and Scopes → any name → ` +
    "Add Scope → connections:write → Generate.",
  whereSecret: (page: string) => `Signing secret: ${page}, under “App Credentials” → Show.`,
  pageOf: (app: string, part: string) => `https://api.slack.com/apps/${app}/${part}`,
  pageNamed: (part: string) => `https://api.slack.com/apps → your app → ${part}`,
  wrongKind: (kind: string, begins: string) =>
    `That is no ${kind}: it would begin with “${begins}”. Nothing was kept.`,
  kinds: { botToken: "bot token", appToken: "app token", configuration: "configuration token" },
  tokensKnown: "The tokens of last time are still there.",
  signedIn: (team: string, bot: string) => `✓ Slack knows us: ${bot} in ${team}.`,
  scopesMissing: (scopes: string, page: string) =>
    `! The app lacks ${scopes}. Open ${page}, replace the manifest by what ` +
    "`askline slack manifest` prints, save it, and install the app again.",
  stepPeople: "3 of 5: Who may answer",
  peopleNow: (names: string) => `So far: ${names}.`,
  anybody: "everybody who can see the question",
  askPeople: "Names such as @ada, with commas; Enter for whoever clicks the test card:",
  askMorePeople: "More names such as @ada, with commas; Enter to leave it so:",
  stepPlaces: "4 of 5: Where questions are asked",
  placesNow: (names: string) => `So far, in slack.json: ${names}.`,
  askPlaces: "Channels such as #general, or people such as @ada, with commas:",
  askMorePlaces: "A new place such as #general for everything else; Enter to leave it so:",
  noPlace: "Without a place nothing is asked in Slack. You can add one with --send-to later.",
  found: (names: string) => `✓ ${names}`,
  putInFront: (place: string) =>
    `! So far everything else went to ${place}. That rule stands behind the new one now and is ` +
    "never reached: remove it from slack.json, or name both places in one rule.",
  notInside: (channel: string, bot: string) =>
    `! ${bot} is not in ${channel}. Write this in that channel: /invite @${bot}`,
  askInvited: "Press Enter once that is done, or type s to go on without:",
  stillNotInside: (channel: string) => `Not in ${channel} yet.`,
  inside: (channel: string) => `✓ In ${channel}.`,
  waitsForInvitation: (channel: string) =>
    `What is asked in ${channel} waits until the bot is invited.`,
  kept: (file: string) => `✓ Kept in ${file}`,
  stepTest: "5 of 5: The test",
  testPosted: (place: string) => `A card was posted in ${place}. Press its button in Slack.`,
  askSkipTest: "Waiting for the click; Enter goes on without it:",
  testText: "👋 Askline's test card: press the button to show that answers arrive.",
  testButton: "It works",
  testClicked: (name: string) => `✅ ${name} pressed the button, and Askline heard it.`,
  testHeard: (name: string) => `✓ ${name} pressed it: Slack works both ways.`,
  testNotHeard:
    "! No click was heard. If you pressed it: is Interactivity on, and is Socket Mode? The " +
    "manifest turns both on; docs/slack.md has more under “Trouble”.",
  testFailed: (reason: string) => `! The test card could not be posted: ${reason}`,
  testNeedsHub:
    "Over HTTP the click reaches the hub alone: start `askline serve`, then run this once more.",
  mayAnswer: (name: string) => `May ${name} answer? [Y/n]`,
  added: (name: string) => `✓ ${name} may answer.`,
  nobodyYet: "! Nobody may answer yet. Name people with: askline slack connect --allow @ada",
  startHub: "Ready. Start it with: askline serve",
  hubFollows: "Ready. The hub that runs here follows it already.",
  restartHub: "Ready. The hub that runs here has not heard of it: end it, and start it again.",
};

export type GuideWords = typeof en;

const ko: GuideWords = {
  hello:
    "Slack에서 Askline을 쓰기까지 한 단계씩 안내합니다. Ctrl-C로 끝낼 수 있고, 비밀은 보여 주지도 되풀이하지도 않습니다.",
  stepApp: "1/5: 앱",
  appChoice: [
    "워크스페이스에 Askline 앱이 이미 있나요?",
    "  1  없음: 설정 토큰으로 바로 만들기 (가장 빠름)",
    "  2  없음: 누를 것을 하나씩 보여 주기",
    "  3  있음: 토큰이 있거나 어디 있는지 앎",
  ].join("\n"),
  chooseOne: "1, 2, 3 [1]:",
  notThere: "1, 2, 3 가운데 하나를 입력하세요.",
  httpsAddress: "Slack이 허브에 닿는 https 주소 (https://…):",
  configurationToken: [
    "https://api.slack.com/apps 를 열고 앱 목록 아래를 보세요:",
    "  Your App Configuration Tokens → Generate Token → 워크스페이스 → Generate",
    "액세스 토큰(xoxe.xoxp-…)을 복사하세요. 앱을 만들 때 한 번만 쓰고 저장하지 않습니다.",
  ].join("\n"),
  askConfigurationToken: "설정 토큰 (xoxe.xoxp-…):",
  created: (id) => `✓ 앱을 만들었습니다: ${id}`,
  installIt: (url) => `설치하세요: ${url} 을 열고 “Install to …”, 이어서 “Allow”를 누르세요.`,
  clicks: [
    "a  https://api.slack.com/apps?new_app=1 을 열고 “From a manifest”를 고르세요.",
    "b  워크스페이스를 고르고 Next를 누르세요.",
    "c  JSON을 고르고, 적혀 있는 것을 다른 터미널에서 다음이 출력하는 것으로 바꾸세요:",
  ].join("\n"),
  clicksAfter: [
    "d  Next, 이어서 Create를 누르세요.",
    "e  왼쪽 “Install App”에서 “Install to …”, 이어서 “Allow”를 누르세요.",
  ].join("\n"),
  whenDone: "다 했으면 Enter를 누르세요:",
  stepTokens: "2/5: 토큰",
  whereBot: (page) => `봇 토큰: ${page} 의 “Bot User OAuth Token”.`,
  whereApp: (page) =>
    `앱 토큰: ${page} 의 “App-Level Tokens”: Generate Token and Scopes → 아무 이름 → ` +
    "Add Scope → connections:write → Generate.",
  whereSecret: (page) => `서명 비밀 키: ${page} 의 “App Credentials” → Show.`,
  pageOf: (app, part) => `https://api.slack.com/apps/${app}/${part}`,
  pageNamed: (part) => `https://api.slack.com/apps → 앱 → ${part}`,
  wrongKind: (kind, begins) =>
    `${kind}이(가) 아닙니다. “${begins}”(으)로 시작해야 합니다. 저장한 것은 없습니다.`,
  kinds: { botToken: "봇 토큰", appToken: "앱 토큰", configuration: "설정 토큰" },
  tokensKnown: "지난번 토큰이 아직 있습니다.",
  signedIn: (team, bot) => `✓ Slack이 확인했습니다: ${team}의 ${bot}.`,
  scopesMissing: (scopes, page) =>
    `! 앱에 ${scopes} 권한이 없습니다. ${page} 을 열어 매니페스트를 ` +
    "`askline slack manifest`가 출력하는 것으로 바꾸고 저장한 뒤 앱을 다시 설치하세요.",
  stepPeople: "3/5: 누가 답할 수 있나",
  peopleNow: (names) => `지금까지: ${names}`,
  anybody: "질문을 볼 수 있는 모두",
  askPeople: "@ada처럼 이름을 쉼표로 나누어, 또는 Enter로 테스트 카드를 누르는 사람:",
  askMorePeople: "@ada처럼 더할 이름을 쉼표로 나누어, 그대로 두려면 Enter:",
  stepPlaces: "4/5: 어디에서 묻나",
  placesNow: (names) => `지금까지 slack.json에: ${names}`,
  askPlaces: "#general 같은 채널이나 @ada 같은 사람을 쉼표로 나누어:",
  askMorePlaces: "나머지 모두를 물을 #general 같은 새 곳, 그대로 두려면 Enter:",
  noPlace: "곳이 없으면 Slack에서 아무것도 묻지 않습니다. 나중에 --send-to로 더할 수 있습니다.",
  found: (names) => `✓ ${names}`,
  putInFront: (place) =>
    `! 지금까지 나머지는 모두 ${place}(으)로 갔습니다. 그 규칙은 이제 새 규칙 뒤에 있어 쓰이지 않으니, ` +
    "slack.json에서 지우거나 두 곳을 한 규칙에 함께 적으세요.",
  notInside: (channel, bot) =>
    `! ${bot}이(가) ${channel}에 없습니다. 그 채널에 이렇게 쓰세요: /invite @${bot}`,
  askInvited: "다 했으면 Enter, 그냥 넘어가려면 s:",
  stillNotInside: (channel) => `아직 ${channel}에 없습니다.`,
  inside: (channel) => `✓ ${channel}에 들어갔습니다.`,
  waitsForInvitation: (channel) => `${channel}에 물을 것은 봇이 초대될 때까지 기다립니다.`,
  kept: (file) => `✓ ${file}에 저장했습니다`,
  stepTest: "5/5: 시험",
  testPosted: (place) => `${place}에 카드를 보냈습니다. Slack에서 그 버튼을 누르세요.`,
  askSkipTest: "버튼을 기다립니다. 그냥 넘어가려면 Enter:",
  testText: "👋 Askline의 시험 카드입니다. 버튼을 누르면 답이 도착하는지 알 수 있습니다.",
  testButton: "작동합니다",
  testClicked: (name) => `✅ ${name} 님이 버튼을 눌렀고 Askline이 들었습니다.`,
  testHeard: (name) => `✓ ${name} 님이 눌렀습니다. Slack이 양쪽으로 작동합니다.`,
  testNotHeard:
    "! 버튼을 누른 것이 들리지 않았습니다. 눌렀다면 Interactivity와 Socket Mode가 켜져 있나요? " +
    "매니페스트는 둘 다 켭니다. docs/slack.md의 “Trouble”에 더 있습니다.",
  testFailed: (reason) => `! 시험 카드를 보내지 못했습니다: ${reason}`,
  testNeedsHub:
    "HTTP에서는 허브만 버튼을 들을 수 있습니다. `askline serve`를 시작하고 다시 실행하세요.",
  mayAnswer: (name) => `${name} 님이 답해도 되나요? [Y/n]`,
  added: (name) => `✓ ${name} 님이 답할 수 있습니다.`,
  nobodyYet: "! 아직 아무도 답할 수 없습니다. 이렇게 더하세요: askline slack connect --allow @ada",
  startHub: "준비되었습니다. 시작하려면: askline serve",
  hubFollows: "준비되었습니다. 지금 실행 중인 허브가 이미 따르고 있습니다.",
  restartHub: "준비되었습니다. 지금 실행 중인 허브는 아직 모르니 끝내고 다시 시작하세요.",
};

export function guideWords(locale: Locale): GuideWords {
  return locale === "ko" ? ko : en;
}
