import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSandbox } from "../../../../test/support/sandbox.ts";
import { linesBefore, openTranscript } from "./transcript-reader.ts";

function read(transcript: ReturnType<typeof openTranscript>, maxBytes = 1_000_000) {
  const lines: string[] = [];
  const progress = transcript.read(maxBytes, (line) => lines.push(line.toString()));
  return { lines, ...progress };
}

describe("The transcript reader", () => {
  it("reads regular files only, and does not wait for a pipe, a device or a folder", () => {
    using sandbox = openSandbox();
    execFileSync("mkfifo", [sandbox.at("pipe")]);
    for (const path of [sandbox.at("pipe"), "/dev/zero", sandbox.path]) {
      expect(read(openTranscript(path))).toEqual({ lines: [], isAtEnd: true, wasReplaced: false });
    }
  });

  it("hands over every whole line once, however the file grows", () => {
    const text = fc.stringMatching(/^[^\n]*$/u).map((line) => `${line}\u2028é한🎈`);
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(fc.nat(60)),
        fc.integer({ min: 1, max: 80 }),
        (lines, cuts, maxBytes) => {
          using sandbox = openSandbox({ inMemory: true });
          const path = sandbox.at("transcript.jsonl");
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
          let transcript = openTranscript(path);
          const seen: string[] = [];
          let written = 0;
          for (const cut of [...cuts, bytes.length]) {
            appendFileSync(path, bytes.subarray(written, written + cut));
            written = Math.min(bytes.length, written + cut);
            for (let isAtEnd = false; !isAtEnd; ) {
              const step = read(transcript, maxBytes);
              seen.push(...step.lines);
              isAtEnd = step.isAtEnd;
            }
            transcript = openTranscript(path, transcript.position);
          }
          expect(seen).toEqual(lines.map((line) => Buffer.from(line).toString()));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("waits for the end of a line of several megabytes, then hands it over whole", () => {
    using sandbox = openSandbox();
    const path = sandbox.at("transcript.jsonl");
    const transcript = openTranscript(path);
    const long = "한".repeat(1_500_000);

    for (const part of [long.slice(0, 700_000), long.slice(700_000)]) {
      appendFileSync(path, part);
      expect(read(transcript)).toMatchObject({ lines: [], isAtEnd: true });
    }
    appendFileSync(path, "\nnext");

    expect(read(transcript, 10).lines).toEqual([long]);
    expect(transcript.position.offset).toBe(Buffer.byteLength(long) + 1);
  });

  it.each<[string, (path: string) => void]>([
    [
      "was cut and written anew",
      (path) => [truncateSync(path), writeFileSync(path, "new 1\nnew 2\nnew 3\nnew 4\n")],
    ],
    ["was cut short", (path) => truncateSync(path, 6)],
    [
      "was replaced by another",
      (path) => [
        writeFileSync(`${path}.new`, "other\nlines\nin\nit\nall\n"),
        renameSync(`${path}.new`, path),
      ],
    ],
  ])("begins again when the file %s", (_, change) => {
    using sandbox = openSandbox();
    const path = sandbox.at("transcript.jsonl");
    writeFileSync(path, "one 1\ntwo 2\nthree\n");
    const transcript = openTranscript(path);
    read(transcript);

    change(path);

    const again = read(openTranscript(path, transcript.position));
    expect(again.wasReplaced).toBe(true);
    expect(again.lines.length).toBeGreaterThan(0);
  });

  it("continues where it was if the same file was restored from a copy", () => {
    using sandbox = openSandbox();
    const path = sandbox.at("transcript.jsonl");
    writeFileSync(path, "one\ntwo\n");
    const transcript = openTranscript(path);
    read(transcript);

    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    appendFileSync(path, "three\n");

    expect(read(transcript)).toMatchObject({ lines: ["three"], wasReplaced: false });
  });

  it("reads nothing if there is no file yet", () => {
    using sandbox = openSandbox();

    expect(read(openTranscript(sandbox.at("none.jsonl")))).toEqual({
      lines: [],
      isAtEnd: true,
      wasReplaced: false,
    });
  });

  it("finds the whole lines before an offset", () => {
    using sandbox = openSandbox();
    const path = sandbox.at("transcript.jsonl");
    writeFileSync(path, "one\ntwo\nthree\nfour\n");
    const lines: string[] = [];

    linesBefore(path, 14, 9, (line) => lines.push(line.toString()));

    expect(lines).toEqual(["three"]);
  });
});
