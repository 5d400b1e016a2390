/**
 * The card that shows whether Slack works both ways: it is posted, somebody clicks it, and the click
 * comes back. Where the hub has the connection, it takes the click and writes down who it was.
 */
import { existsSync, mkdirSync, rmSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import type { types } from "@slack/bolt";
import { z } from "zod";
import type { Locale } from "../../../core/locale.ts";
import { readJsonOnce, writeJson } from "../../../store/file/durable-file.ts";
import { cutMarkup, label, line, section } from "../render/text.ts";
import { guideWords } from "./guide-words.ts";

export const TEST_ACTION = "askline_test";

export const TestClick = z.object({ nonce: z.string(), userId: z.string(), name: z.string() });
export type TestClick = z.infer<typeof TestClick>;

interface CardMessage {
  text: string;
  blocks: types.KnownBlock[];
}

export function testCard(nonce: string, locale: Locale): CardMessage {
  const { testText, testButton } = guideWords(locale);
  const button: types.Button = {
    type: "button",
    text: label(testButton, 75),
    action_id: TEST_ACTION,
    value: nonce,
    style: "primary",
  };
  return {
    text: testText,
    blocks: [
      section({ type: "mrkdwn", text: testText, verbatim: true }),
      { type: "actions", elements: [button] },
    ],
  };
}

export function clickedCard(name: string, locale: Locale): CardMessage {
  const text = guideWords(locale).testClicked(cutMarkup(line(name), 80));
  return { text, blocks: [section({ type: "mrkdwn", text, verbatim: true })] };
}

/** `directory` is Slack's own in the state folder. */
export function testClickPath(directory: string): string {
  return join(directory, "test-click", "click.json");
}

export async function writeTestClick(path: string, click: TestClick): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await writeJson(path, click);
}

/** Resolves with the click once the hub has written it; undefined once the signal is aborted. */
export function awaitTestClick(
  path: string,
  nonce: string,
  signal: AbortSignal,
): Promise<TestClick | undefined> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), look);
    // Where watching does not work.
    const floor = setInterval(look, 2_000);
    signal.addEventListener("abort", () => end(undefined), { once: true });
    look();

    function look() {
      if (!existsSync(path)) return;
      const click = readQuietly(path);
      if (click?.nonce === nonce) end(click);
    }

    function end(click: TestClick | undefined) {
      watcher.close();
      clearInterval(floor);
      if (click !== undefined) rmSync(path, { force: true });
      resolve(click);
    }
  });
}

function readQuietly(path: string): TestClick | undefined {
  try {
    return TestClick.safeParse(readJsonOnce(path)).data;
  } catch {
    return undefined;
  }
}
