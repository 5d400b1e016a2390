/**
 * The voice page on a phone: paired with a real hub, with the browser's speech controlled by the
 * test, and agents to talk to.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import type { Locale } from "../../src/core/locale.ts";
import { en, type Messages } from "../../web/voice/messages.ts";
import { ko } from "../../web/voice/messages-ko.ts";
import { runJson } from "./askline.ts";
import { startHub, type TestHub } from "./hub.ts";
import { openScene, type Scene } from "./recorded-session.ts";
import { agentIn } from "./turns.ts";

/** The page's English texts, so that a better word in `web/` breaks no test. */
export const say = en;

/** The same in the given language. */
export function voiceWords(locale: Locale): Messages {
  return { en, ko }[locale];
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
};

export interface VoiceHub {
  readonly hub: TestHub;
  /** The link that a paired phone opens. */
  linkTo(path: string): string;
  /** Stubs speech only if the browser offers it. */
  open(profile: BrowserContext, path: string): Promise<Page>;
}

export async function startVoice(): Promise<VoiceHub & AsyncDisposable> {
  const hub = await startHub();
  const { token } = await runJson(hub.state, ["token", "create", "phone"]);
  return {
    hub,
    linkTo,
    async open(profile, path) {
      await profile.addInitScript(SPEECH);
      const page = await profile.newPage();
      await page.goto(linkTo(path));
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };

  function linkTo(path: string): string {
    return `${hub.url}/open?token=${token}&to=${encodeURIComponent(path)}`;
  }
}

/** One hub for a whole test file, whose tests have agents of their own. */
export function shareVoice(): () => VoiceHub {
  let voice: (VoiceHub & AsyncDisposable) | undefined;
  beforeAll(async () => {
    voice = await startVoice();
  });
  afterAll(() => voice?.[Symbol.asyncDispose]());
  return () => {
    if (voice === undefined)
      throw new Error("The hub is started before the first test and not earlier.");
    return voice;
  };
}

/** An agent with a growing transcript, in a project named after the session. */
export function talkingAgent({ hub }: VoiceHub, sessionId: string) {
  const transcriptPath = hub.files.at("transcripts", `${sessionId}.jsonl`);
  mkdirSync(dirname(transcriptPath), { recursive: true });
  const agent = hub.agent(sessionId, { transcriptPath });
  let lines = 0;
  return { agent, write, path, isTold, stops, asks };

  async function path(): Promise<string> {
    return `/voice/agents/${(await agentIn(hub, sessionId)).id}`;
  }

  function isTold(prompt: string) {
    return agent.post("UserPromptSubmit", { prompt, prompt_id: `${sessionId} ${prompt}` });
  }

  function stops(message: string) {
    return agent.post("Stop", { last_assistant_message: message });
  }

  /** Opens a dialog as the real client did in a recorded scene. */
  async function asks(scene: Scene, change: Record<string, unknown> = {}) {
    const { payload } = openScene(hub.files, scene).hook("PermissionRequest");
    const dialog = await agent.openDialog(payload.tool_name, { ...payload.tool_input, ...change });
    await hub.openAsk(sessionId);
    return dialog;
  }

  function write(type: "assistant" | "user", content: unknown, at: Date) {
    lines += 1;
    const common = {
      uuid: `${sessionId} ${lines}`,
      timestamp: at.toISOString(),
      sessionId,
      isSidechain: false,
    };
    const message = { role: type, id: `msg_${lines}`, content };
    appendFileSync(transcriptPath, `${JSON.stringify({ type, ...common, cwd: "/p", message })}\n`);
  }
}

/** The browser's speech, as the test hears and makes it. */
export function speechOf(page: Page) {
  return {
    /** Everything that was read aloud, in order. */
    spoken: () => page.evaluate<string[]>("speech.spoken"),
    languages: () => page.evaluate<string[]>("speech.languages"),
    rates: () => page.evaluate<number[]>("speech.rates"),
    forget: () => page.evaluate("speech.spoken.length = 0"),
    /** From now on, no utterance ever ends. */
    speakForever: () => page.evaluate("speech.isEndless = true"),
    /** An empty utterance, which some browsers need first, does not count. */
    isSpeaking: () => page.evaluate<boolean>('(speech.current?.text ?? "") !== ""'),
    isListening: () => page.evaluate<boolean>("speech.ear !== null"),
    earLanguage: () => page.evaluate<string>("speech.ear.lang"),
    /** Recognises these words, but not as final. */
    hearPart: (words: string) => page.evaluate(`speech.hear(${JSON.stringify(words)}, false)`),
    /** A person said this and paused, which ends a recognition that is not held. */
    hear: (words: string) => page.evaluate(`speech.hear(${JSON.stringify(words)}, true)`),
    failWith: (error: string) => page.evaluate(`speech.fail(${JSON.stringify(error)})`),
    locks: () =>
      page.evaluate<{ taken: number; held: number }>(
        "({ taken: speech.taken, held: speech.held })",
      ),
  };
}

/** Stands in for what a test machine lacks: a voice, a microphone, a screen that goes dark. */
const SPEECH = `(() => {
  const speech = { spoken: [], languages: [], rates: [], isEndless: false, current: null, ear: null, taken: 0, held: 0 };
  window.speech = speech;
  let queue = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voice = {
    getVoices: () => [],
    speak(utterance) { queue.push(utterance); go(); },
    cancel() {
      const cut = [...(speech.current ? [speech.current] : []), ...queue];
      queue = []; speech.current = null;
      for (const one of cut) setTimeout(() => one.onerror?.({ error: "interrupted" }));
    },
  };
  function go() {
    if (speech.current !== null || queue.length === 0) return;
    const one = queue.shift();
    speech.current = one;
    if (one.text !== "") { speech.spoken.push(one.text); speech.languages.push(one.lang); speech.rates.push(one.rate); }
    if (one.text === "" || !speech.isEndless) setTimeout(() => {
      if (speech.current !== one) return;
      speech.current = null; one.onend?.({}); go();
    }, 5);
  }
  Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
  class Recognition {
    start() { if (speech.ear !== null) throw new Error("already listening"); speech.ear = this; }
    stop() { this.end(); }
    abort() { this.end(); }
    end() { if (speech.ear === this) speech.ear = null; setTimeout(() => this.onend?.({})); }
  }
  speech.hear = (words, isFinal) => {
    const { ear } = speech;
    const result = Object.assign([{ transcript: words }], { isFinal });
    ear.onresult({ results: [result], resultIndex: 0 });
    if (isFinal) ear.end();
  };
  speech.fail = (error) => { const { ear } = speech; ear.onerror({ error }); ear.end(); };
  window.SpeechRecognition = Recognition;
  window.webkitSpeechRecognition = Recognition;
  const wakeLock = {
    async request() {
      speech.taken += 1; speech.held += 1;
      const lock = { released: false, async release() { if (!lock.released) { lock.released = true; speech.held -= 1; } } };
      return lock;
    },
  };
  Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
})()`;
