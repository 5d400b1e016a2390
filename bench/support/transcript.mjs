/**
 * Made-up transcripts in Claude Code's format: mostly the output of tools, some
 * bookkeeping, a few words.
 */
import { appendFileSync, closeSync, openSync, writeSync } from "node:fs";

const BLOCK_BYTES = 4 * 1024 * 1024;
const START = Date.parse("2026-11-15T10:00:00Z");
const WORDS = "The tests pass now, and the reader splits on line ends only. ";
const OUTPUT =
  'ok 12 - reads "quoted" text\n\tat src/agents/transcript/reader.ts:42:7\n  한국어도 그대로\n';

/** Writes about that many bytes; returns how many lines of text they contain. */
export function writeTranscript(path, bytes) {
  const file = openSync(path, "w");
  const session = transcriptLines();
  let texts = 0;
  try {
    for (let written = 0; written < bytes; ) {
      const lines = [];
      for (let size = 0; size < BLOCK_BYTES && written + size < bytes; ) {
        const { lines: some, said } = session.next();
        texts += said;
        lines.push(...some);
        size += some.reduce((sum, line) => sum + line.length + 1, 0);
      }
      written += writeSync(file, `${lines.join("\n")}\n`);
    }
  } finally {
    closeSync(file);
  }
  return texts;
}

/** Appends a few more lines, as between two hooks. */
export function growTranscript(path, session, rounds) {
  const lines = Array.from({ length: rounds }, () => session.next().lines).flat();
  appendFileSync(path, `${lines.join("\n")}\n`);
}

/**
 * Every call returns the lines of one step: a text, a call and its result,
 * and the client's own notes.
 */
export function transcriptLines(first = 0) {
  let number = first;
  return {
    next() {
      number++;
      const id = `${String(number).padStart(8, "0")}-0000-4000-8000-`;
      const timestamp = new Date(START + number * 400).toISOString();
      const tail = {
        timestamp,
        userType: "external",
        cwd: "/home/somebody/project",
        sessionId: "bench",
        version: "2.1.325",
        gitBranch: "main",
      };
      const head = { parentUuid: `${id}000000000000`, isSidechain: false };
      const promptId = `prompt-${Math.ceil(number / 40)}`;
      const output = OUTPUT.repeat(1 + ((number * 7) % 60));
      const usage = {
        input_tokens: 12,
        cache_read_input_tokens: 48_000,
        output_tokens: 210,
        service_tier: "standard",
      };
      const reply = (content) => ({
        id: `msg_${number}`,
        type: "message",
        role: "assistant",
        model: "claude",
        content: [content],
        stop_reason: "tool_use",
        usage,
      });
      const lines = [
        {
          ...head,
          message: reply({ type: "text", text: `${number}. ${WORDS.repeat(1 + (number % 6))}` }),
          type: "assistant",
          uuid: `${id}000000000001`,
          ...tail,
        },
        {
          ...head,
          message: reply({
            type: "tool_use",
            id: `toolu_${number}`,
            name: "Bash",
            input: { command: `npm test -- ${number}`, description: "Run the tests" },
          }),
          type: "assistant",
          uuid: `${id}000000000002`,
          ...tail,
        },
        {
          ...head,
          promptId,
          type: "user",
          message: {
            role: "user",
            content: [
              {
                tool_use_id: `toolu_${number}`,
                type: "tool_result",
                content: output,
                is_error: false,
              },
            ],
          },
          uuid: `${id}000000000003`,
          ...tail,
          toolUseResult: { stdout: output, stderr: "", interrupted: false },
          permissionDecision: { decision: "accept", source: "config" },
        },
        {
          ...head,
          attachment: { type: "task_reminder", content: OUTPUT.repeat(4) },
          type: "attachment",
          uuid: `${id}000000000004`,
          ...tail,
        },
        { type: "last-prompt", lastPrompt: "Go on.", sessionId: "bench" },
      ];
      if (number % 40 === 1) {
        lines.unshift({
          ...head,
          promptId,
          type: "user",
          message: { role: "user", content: `Step ${number}: go on.` },
          uuid: `${id}000000000000`,
          ...tail,
        });
      }
      return { lines: lines.map((line) => JSON.stringify(line)), said: number % 40 === 1 ? 2 : 1 };
    },
  };
}
