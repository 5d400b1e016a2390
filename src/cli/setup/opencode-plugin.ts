/** Our plugin for opencode, told how to start this very installation. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { selfPath } from "../launch.ts";
import type { Installation } from "./installation.ts";
import type { WholeFile } from "./whole-file.ts";

export function opencodePlugin({ words, flags, stateDirectory }: Installation): WholeFile {
  const text = readFileSync(join(dirname(selfPath()), "..", "opencode", "askline.js"), "utf8")
    .replace('const COMMAND = ["askline"];', `const COMMAND = ${listOf(words)};`)
    .replace("const FLAGS = [];", `const FLAGS = ${listOf(flags)};`)
    .replace(
      'const TRANSCRIPTS = "";',
      () => `const TRANSCRIPTS = ${JSON.stringify(join(stateDirectory, "opencode"))};`,
    );
  return { kind: "whole", path: [], text };
}

function listOf(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(", ")}]`.replaceAll("$", "$$$$");
}
