/** What the voice says to people. Every language has the same keys. */
import type { AgentState, DeliveryState } from "../../../core/agent/agent.ts";
import type { Locale } from "../../../core/locale.ts";
import { placeIn, sourceName } from "../../names.ts";
import { korean } from "./messages-korean.ts";

/** Everything that can go wrong, in words without numbers or jargon. */
export type Problem =
  | "unknown_agent"
  | "unknown_address"
  | "wrong_method"
  | "not_understood"
  | "nothing_said"
  | "too_large"
  | "no_token"
  | "too_many_tries"
  | "not_allowed"
  | "from_agent"
  | "passkey_needed"
  | "strange_sender"
  | "wrong_format"
  | "answered_already"
  | "owner_gone"
  | "question_gone"
  | "due_soon"
  | "question_changed"
  | "only_in_terminal"
  | "unreachable"
  | "question_first"
  | "no_file"
  | "empty_file"
  | "file_kind"
  | "unknown_file"
  | "no_room"
  | "failure";

export interface Advice {
  error: string;
  suggestion: string;
}

const english = {
  locale: "en" as Locale,

  state: {
    IDLE: "idle",
    COMMANDED: "about to start",
    PROCESSING: "working",
    AWAITING_INPUT: "waiting for you",
    COMPLETE: "done",
    FAILED: "stopped by an error",
    LIMITED: "stopped by a usage limit",
    ENDED: "no longer running",
  } satisfies Record<AgentState, string> as Record<AgentState, string>,

  ago(seconds: number): string {
    if (seconds < 10) return "just now";
    if (seconds < 90) return `${Math.round(seconds)} seconds ago`;
    if (seconds < 90 * 60) return `${Math.round(seconds / 60)} minutes ago`;
    if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} hours ago`;
    return `${Math.round(seconds / 86_400)} days ago`;
  },

  unnamed: "An agent without a project",
  noCommand: "something it was given before Askline listened",

  agents: {
    none: "No agents are running.",
    noneResult: "An agent appears here once its hooks reach Askline.",
    count(total: number, waiting: number, stopped: number): string {
      const agents = total === 1 ? "One agent is running" : `${total} agents are running`;
      if (stopped > 0) {
        const failed = `${stopped === 1 ? "one was" : `${stopped} were`} stopped by an error or a limit`;
        if (total === 1) return "One agent was stopped by an error or a limit.";
        return waiting === 0
          ? `${agents}, and ${failed}.`
          : `${agents}: ${waiting === 1 ? "one waits" : `${waiting} wait`} for you, and ${failed}.`;
      }
      if (waiting === 0) return `${agents}, and none needs you.`;
      if (waiting === total)
        return total === 1
          ? `${agents}, and it waits for you.`
          : `${agents}, and all wait for you.`;
      return `${agents}, and ${waiting === 1 ? "one waits" : `${waiting} wait`} for you.`;
    },
    line: (project: string, state: string) => `${project} is ${state}.`,
    lineWithTask: (project: string, state: string, task: string) =>
      `${project} is ${state}: ${task}`,
    lineWithQuestion: (project: string, question: string) => `${project} asks: ${question}`,
    lastActive: (ago: string) => `Last active ${ago}.`,
    more: (count: number) => `${count === 1 ? "One more is" : `${count} more are`} running.`,
    moreWaiting: (count: number) =>
      `${count === 1 ? "One more waits" : `${count} more wait`} for you.`,
    /** Added to what is said of the agents. */
    andAsks: (agents: string, count: number) =>
      `${agents.replace(/\.$/, "")}; ${count === 1 ? "one other question is" : `${count} other questions are`} open.`,
    moreAsks: (count: number) => `${count} more questions are open.`,
    answerOne: (project: string) => `Answer ${project}.`,
    sayWhich: "Say which agent you want to answer.",
  },

  snooze: {
    putOff: (project: string) => `The question of ${project} is put off.`,
    back: (project: string) => `The question of ${project} is back in the list.`,
    byItself: "It comes back by itself, before its deadline.",
    isOpen: "It waits for you again.",
  },

  output: {
    nothing: (project: string) => `${project} was given nothing to do yet.`,
    nothingResult: (state: string) => `It is ${state}.`,
    finished: (project: string, task: string) => `${project} finished: ${task}`,
    underWay: (project: string, task: string) => `${project} is at work: ${task}`,
    waits: (project: string, task: string) => `${project} needs you to go on with: ${task}`,
    noOutput: "It has said nothing about it yet.",
    task: (command: string, output: string) => `${command} ${output}`,
    giveWork: (project: string) => `Give ${project} something to do.`,
    hearQuestion: "Ask for its question.",
  },

  question: {
    permission: (tool: string, subject: string) =>
      `Allow ${tool}${subject === "" ? "" : `: ${subject}`}?`,
    plan: "Approve this plan?",
    form: (server: string, message: string) => `The MCP server "${server}" asks: ${message}`,
    link: (server: string, address: string, message: string) =>
      `The MCP server "${server}" asks to open ${address}: ${message}`,
    asks: (project: string, question: string) => `${project} asks: ${question}`,
    option: (number: number, label: string, isRecommended: boolean) =>
      `${number}, ${label}${isRecommended && !/recommended/i.test(label) ? ", recommended" : ""}`,
    several: (count: number, current: number) => `This is question ${current} of ${count}.`,
    ownWords: "Answer in your own words.",
    sayNumber: "Say a number or a name.",
    sayNumbers: (mayBeNone: boolean) => `Say the numbers or names${mayBeNone ? ", or none" : ""}.`,
    orOwnWords: "Or say other, and then your own words.",
    orNoAndWhy: "Or say no, and why.",
    noOptions: "There is nothing to choose from.",
    destructive: (why: string) =>
      `Careful, this may destroy something${why === "" ? "." : `. ${why}`}`,
    notWaiting: (project: string, state: string) =>
      `${project} is not waiting for input; it is ${state}.`,
    notWaitingResult: (task: string) => `It was last given this: ${task}`,
    noTask: "It was given nothing to do yet.",
    onlyInTerminal: "It can only be answered in the agent's own terminal.",
  },

  transcript: {
    status: (project: string, count: number) =>
      count === 1 ? `One message with ${project}.` : `${count} messages with ${project}.`,
    ended: (project: string, count: number) =>
      count === 1
        ? `One message with ${project}, which is no longer running.`
        : `${count} messages with ${project}, which is no longer running.`,
    empty: (project: string) => `Nothing was said with ${project} yet.`,
    noneOlder: (project: string) => `There are no older messages with ${project}.`,
    you: (text: string) => `You: ${text}`,
    agent: (text: string) => `Agent: ${text}`,
    nothing: "There is nothing to read.",
    older: "Ask for older messages.",
  },

  command: {
    answered: (project: string, answer: string) => `${project} has your answer: ${answer}`,
    nothingChosen: "none of them",
    reaches: {
      hook: "The agent goes on at once.",
      caller: "The agent that asked is given it.",
      channel: "It is on its way to the agent's terminal.",
    },
    delivered: (project: string) => `Your words are with ${project}.`,
    onTheWay: (project: string) => `Your words are on their way to ${project}.`,
    unsure: (project: string) =>
      `Your words were typed to ${project}, but it did not say that it has them.`,
    delivery: {
      queued: "It waits for its turn to be typed.",
      typed: "It was typed and is not confirmed yet.",
      accepted: "The agent has received it.",
      consumed: "The agent is working on it.",
      indeterminate:
        "Nobody can tell whether it arrived; look at the agent's terminal before you say it again.",
      refused: "Nothing was typed.",
    } satisfies Record<DeliveryState, string> as Record<DeliveryState, string>,
    interrupted: "It was stopped first.",
    next: (left: number) =>
      `Thank you, ${left === 1 ? "one more question" : `${left} more questions`}.`,
    kept: (answer: string) => `I keep: ${answer}`,
    askedBack: {
      ambiguous: "That could mean more than one thing.",
      unclear: "I did not understand which one you mean.",
      refused: "That does not fit the question.",
      own_words: "I am not sure whether you chose one.",
      nothing_to_confirm: "There is nothing to confirm now.",
      too_long: "It is too long to be read aloud, so words cannot allow it.",
    },
    didYouMean: (options: string) => `Did you mean ${options}?`,
    chooseAtMost: (count: number) => `Choose ${count} at most.`,
    chooseAtLeast: (count: number) => `Choose ${count} at least.`,
    readBack: (what: string) => `You are about to allow: ${what}`,
    readBackMore: (count: number) => `and ${count} more characters that are not read aloud`,
    confirmTo: "Say confirm to allow it.",
    denyTo: "Say deny to refuse it.",
    confirmWithin: (seconds: number) => `You have ${seconds} seconds.`,
    confirmWord: "confirm",
    readItWhole: "Read all of it on the phone or in the browser, and allow it there.",
    sayAgainFirst: "Say allow first, and confirm when you are asked to.",
    cancelled: (project: string) => `The question of ${project} was closed without an answer.`,
    cancelledResult: "The agent is told that nobody decided.",
    sentBack: {
      elaborate: (project: string) => `${project} is asked to say more.`,
      rephrase: (project: string) => `${project} is asked to put it differently.`,
    },
    sentBackResult: "It gets this in place of an answer.",
    whichAgent: (count: number) => `${count} agents wait for you; which one do you mean?`,
    whichNext: "Say the agent's name first, then your answer.",
    whichOne: (agents: number, asks: number) =>
      `${agents === 1 ? "One agent" : `${agents} agents`} and ${asks === 1 ? "one other question wait" : `${asks} other questions wait`} for you; which one do you mean?`,
    whichNameFirst: "Say the name first, then your answer.",
    nobodyBut: (asks: number) =>
      `No agent needs input, but ${asks === 1 ? "one other question is" : `${asks} other questions are`} open.`,
    nobody: "No agent needs input.",
    nobodyActive: "No agent is running.",
    notWaiting: (project: string, state: string) =>
      `${project} is not waiting for you; it is ${state}.`,
    sendAnyway: "Send it anyway, and it is read when the agent gets to it.",
    orInterrupt: "Or interrupt the agent and send it.",
    startAgain: "Start or resume the agent first.",
  },

  upload: {
    status: (file: string, project: string) => `${file} was handed to ${project}.`,
    onTheWay: (file: string, project: string) => `${file} is kept and on its way to ${project}.`,
    size: (file: string, size: string) => `${file} has ${size}.`,
    bytes(count: number): string {
      if (count < 1_000) return `${count} bytes`;
      if (count < 1_000_000) return `${Math.round(count / 1_000)} kilobytes`;
      return `${(count / 1_000_000).toFixed(1)} megabytes`;
    },
    sayWhatFor: "Say what the agent should do with it.",
  },

  problem: {
    unknown_agent: {
      error: "No such agent",
      suggestion: "Ask which agents are running, and choose one of them.",
    },
    unknown_address: {
      error: "Nothing here",
      suggestion: "Ask which agents are running, or open the voice page again.",
    },
    wrong_method: {
      error: "Not possible here",
      suggestion: "Open the voice page again, or update the app you use.",
    },
    not_understood: {
      error: "Not understood",
      suggestion: "Say it again, or update the app you use.",
    },
    nothing_said: { error: "Nothing was said", suggestion: "Say what the agent should hear." },
    too_large: { error: "Too much at once", suggestion: "Send something smaller." },
    no_token: {
      error: "This device is not known",
      suggestion: "Pair it again with askline pair on your computer.",
    },
    too_many_tries: {
      error: "Too many wrong tries",
      suggestion: "Wait a minute, then pair this device again.",
    },
    not_allowed: {
      error: "Not allowed from here",
      suggestion: "Open the voice page from the link you were given.",
    },
    from_agent: {
      error: "An agent may not speak for its person",
      suggestion: "Say it on your own device, or answer on another screen.",
    },
    passkey_needed: {
      error: "Only a passkey can allow this",
      suggestion: "Open the question in a browser, where your passkey signs it.",
    },
    strange_sender: {
      error: "Wrong address",
      suggestion: "Open the voice page from the link you were given.",
    },
    wrong_format: {
      error: "Not understood",
      suggestion: "Open the voice page again, or update the app you use.",
    },
    answered_already: { error: "Already answered", suggestion: "Ask what the agent is doing now." },
    owner_gone: {
      error: "The agent no longer waits for this answer",
      suggestion: "Answer it in the agent's terminal, if it still asks there.",
    },
    due_soon: {
      error: "It is due too soon for that",
      suggestion: "Answer it, or give it more time first.",
    },
    question_gone: {
      error: "That question is gone",
      suggestion: "Ask what the agent wants to know now.",
    },
    question_changed: {
      error: "Another question came meanwhile",
      suggestion: "Answer this one now, or ask which agents wait.",
    },
    only_in_terminal: {
      error: "Only in the agent's terminal",
      suggestion: "Answer this one in the terminal in which the agent runs.",
    },
    unreachable: {
      error: "The agent cannot be reached",
      suggestion: "Look at the terminal in which the agent runs.",
    },
    question_first: {
      error: "The agent waits for an answer",
      suggestion: "Answer its question first, then send the file again.",
    },
    no_file: { error: "No file was sent", suggestion: "Choose a file and send it again." },
    empty_file: { error: "The file is empty", suggestion: "Choose another file." },
    file_kind: {
      error: "That kind of file is not taken",
      suggestion: "Send a picture, a PDF, a text or an archive.",
    },
    unknown_file: {
      error: "No such file",
      suggestion: "Send it again; files are kept for some days only.",
    },
    no_room: {
      error: "No room for more files",
      suggestion: "Remove old files from the computer, then send it again.",
    },
    failure: { error: "Something went wrong", suggestion: "Try again in a moment." },
  } satisfies Record<Problem, Advice> as Record<Problem, Advice>,

  answeredBy: (who: string, where: string) =>
    `${who} was faster${where === "" ? "" : `, ${where}`}.`,
  somebody: "Somebody",
  yourself: "You answered it yourself a moment ago.",
  itself: "It was closed before you answered.",
  surface: (name: string): string => placeIn(name, "en"),
  source: (kind: string): string => sourceName(kind, "en"),
};

export type VoiceMessages = typeof english;

export function voiceMessages(locale: Locale): VoiceMessages {
  return { en: english, ko: korean }[locale];
}
