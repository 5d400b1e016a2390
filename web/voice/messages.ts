/** The voice page's own texts, in English. The hub's texts arrive in the person's language already. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "../../src/core/locale.ts";
import { AGENT_STATE_NAMES } from "../../src/core/names.ts";
import type { Outgoing } from "./outbox.ts";

/** Words, what is emphasised in them, and the words after it. */
type Emphasised = [string, string, string];

export const en = {
  locale: "en" as Locale,
  title: "Open questions",
  pages: {
    name: "Pages",
    questions: "Questions",
    agents: "Agents",
    history: "History",
    settings: "Settings",
  },
  endsSoon: "Ends soon",
  waiting: "Waiting",
  find: "Search the questions",
  order: "Order",
  orders: { ends: "Ends first", newest: "Newest first", project: "By project" },
  noProject: "No project",
  nothingFound: "No open question has these words.",
  shownOf: (shown: number, total: number) =>
    `${shown.toLocaleString("en")} of ${total.toLocaleString("en")} are listed.`,
  showMore: "List more",
  findTheRest: "Search finds the others too.",
  allInPortal: "All of them in the portal",
  nothingOpen: "Nothing waits for you.",
  nothingOpenHint: "Questions of your agents and scripts appear here by themselves.",
  kinds: {
    question: "Question.",
    several: "Several questions.",
    permission: "Permission.",
    command: "Permission, command.",
    edit: "Permission, edit.",
    plan: "Plan.",
  } as Record<string, string>,
  destroys: "Destroys",
  lookTwice: "Look twice",
  needsPasskey: "Passkey",
  inTerminal: "In its terminal",
  moreOptions: (count: number) => `+${count}`,
  questions: (count: number) => `${count} questions`,
  left: (clock: string) => `${clock} left`,
  until: (when: string) => `until ${when}`,
  overdue: "Time is up",
  oneMinuteLeft: "One minute left.",
  placeOf: (number: number, total: number) => `${number} of ${total}`,
  toQuestions: "Open questions",
  previousQuestion: "Previous question",
  nextQuestion: "Next question",
  sayInWords: "Or say it in your words",
  didBefore: (count: number) =>
    count === 1 ? "What it did before: 1 step" : `What it did before: ${count} steps`,
  toConversation: "The whole conversation",
  askBack: {
    open: "Ask back",
    about: "What do you want to know? It may stay empty.",
    elaborate: "Say more",
    rephrase: "Ask differently",
  },
  cancelQuestion: "Cancel",
  cancelWord: "cancel",
  answered: "Answered.",
  questionClosed: "This question is no longer open.",
  allowElsewhere:
    "Only a passkey can allow this. It is signed on the question's own page, over https or on the computer.",
  openToSign: "Open the page that can sign",
  noNetwork: "No network.",
  shownAsOf: (time: string) => `Shown as of ${time}.`,
  lastSeenNote:
    "The question was open when last seen. If somebody answers first, your words are kept and you are told.",
  takeBack: (count: number) =>
    count === 1 ? "Take it back" : count === 2 ? "Take both back" : `Take all ${count} back`,
  agentsTitle: "Agents",
  loading: "Loading…",
  away: "Askline cannot be reached just now.",
  awayNext: "What you typed is kept here. It goes on by itself as soon as it is back.",
  reconnecting: "Reconnecting… What you typed is kept here.",
  notPaired: "This device is not paired.",
  notPairedNext: "Run askline pair on your computer and scan the code.",
  wentWrong: "That did not work.",
  wentWrongNext: "Try again in a moment.",
  back: "All agents",
  readAloud: "Read aloud",
  close: "Close",
  states: AGENT_STATE_NAMES.en,
  noAgents: "No agents are running.",
  noAgentsHint:
    "An agent appears here by itself once it is set up: " +
    "run askline init on your computer, then start the agent anew.",
  openAgent: (project: string) => `Open ${project}`,
  write: "Write a message",
  writeToAll: "Say something to whoever waits",
  writeToAgent: "Message to the agent",
  answerHere: "Your answer",
  caption: "Say what it is for",
  send: "Send",
  sendKeys: (key: string) => `${key} + Enter sends`,
  talk: "Talk",
  talkHint: "Hold and talk, or tap to start and tap to send.",
  listening: "Listening…",
  stopTalking: "Send what you said",
  cancelTalking: "Cancel",
  problems: {
    "not-allowed":
      "The microphone is not allowed here. " +
      "Allow it in the browser's settings for this page, or type.",
    "nothing-heard": "Nothing was heard. Try again, or type.",
    unavailable: "Speech is not available just now. Type instead.",
    insecure:
      "Browsers give a page the microphone only over https or on this machine. " +
      "Type, or dictate with the keyboard.",
  },
  attach: "Attach",
  takePhoto: "Take a photo",
  chooseFile: "Choose a file",
  attached: (name: string, size: string) => `${name}, ${size}`,
  removeFile: (name: string) => `Remove ${name}`,
  uploading: (percent: number) => `Sending, ${percent}%`,
  you: "You",
  agent: "Agent",
  older: "Older messages",
  loadingOlder: "Loading older messages…",
  beginning: "This is where it begins.",
  nothingSaid: "Nothing was said yet.",
  newest: "Newest messages",
  conversation: "Conversation",
  onTheirWay: "On their way",
  tooLate: "An answer came too late: the agent had gone on without it.",
  hasChanged: "What is asked has changed meanwhile. Look, then send your words if they still hold.",
  ended: "This agent is no longer running.",
  progress: "note",
  questionOf: (number: number, total: number) => `Question ${number} of ${total}`,
  asks: "The agent asks",
  recommended: "Recommended",
  chooseSome: (atLeast: number, atMost: number) =>
    atLeast === atMost ? `Choose ${atLeast}.` : `Choose ${Math.max(1, atLeast)} to ${atMost}.`,
  sendChosen: (count: number) => `Send ${count} chosen`,
  orOwnWords: "Or say “other”, and then your own words.",
  orNoAndWhy: "Or say no, and why.",
  sendAsSaid: "Send it just as I said it",
  sendTo: (project: string) => `Send it to ${project}`,
  ownWords: "Say it or type it below.",
  onlyInTerminal: "This can only be answered in the agent's own terminal.",
  careful: "This may destroy something. You will be asked to confirm.",
  youSaid: (words: string) => `You said: “${words}”`,
  didYouMean: "Which one did you mean?",
  confirmTitle: "Allow this? It cannot be undone.",
  heardConfirm: (words: string, word: string): Emphasised => [
    `Heard “${words}”. Say `,
    `“${word}”`,
    ", or press the button.",
  ],
  sayConfirm: (word: string): Emphasised => ["Press the button, or say ", `“${word}”`, "."],
  goBack: "Go back",
  confirm: "Confirm",
  deny: "Deny",
  denyWord: "deny",
  sendAnyway: "Send it anyway",
  interrupt: "Stop the agent and send it",
  tryAgain: "Try again",
  copy: "Copy",
  copied: "Copied",
  leftWords: "What you had typed was not sent",
  remove: "Remove",
  waitsItsTurn: "Waits its turn",
  delivery: {
    sending: "Sending…",
    waiting: "Sent when the network is back",
    failed: "Not sent.",
    answered: "Answered",
    kept: "Kept, next question",
    queued: "Waiting to be typed",
    typed: "Typed, not confirmed yet",
    accepted: "Received",
    consumed: "The agent is on it",
    indeterminate:
      "It cannot be told whether it arrived. " +
      "Look at the agent's terminal before you send it again.",
    refused: "Not typed.",
  } satisfies Record<Outgoing["state"], string> as Record<Outgoing["state"], string>,
  settings: {
    open: "Settings",
    title: "Settings",
    close: "Close",
    speech: "Speech",
    isSpoken: "Read replies aloud",
    noVoice: "this browser has no voice",
    rate: "Speed",
    rates: {
      "0.80": "slow",
      "1.00": "normal",
      "1.25": "brisk",
      "1.50": "fast",
      "2.00": "very fast",
    } as Record<string, string>,
    verbosity: "How much is said",
    verbosities: { concise: "the least", normal: "more", detailed: "everything" },
    autoListen: "Listen after a question",
    noEar: "this browser does not listen",
    looks: "This device",
    theme: "Theme",
    themes: { system: "as the system", light: "light", dark: "dark" },
    language: "Language",
    languages: { auto: "automatic", en: "English", ko: "한국어" },
  },
};

export type Messages = typeof en;

const words: Partial<Record<Locale, Messages>> = { en };

/** English until the others are there. */
export function wordsIn(locale: Locale): Messages {
  return words[locale] ?? en;
}

/** Words that cannot be loaded leave the page in English. */
export async function loadWords(locale: Locale) {
  if (words[locale] !== undefined) return;
  const loaded = await import("./messages-ko.ts").catch(() => null);
  if (loaded !== null) words.ko = loaded.ko;
}

export const Text = createContext(en);

export function useText(): Messages {
  return useContext(Text);
}
