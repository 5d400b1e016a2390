/**
 * What judging costs: 10,000 everyday commands of the corpus, beside plain parsing of the same ones
 * in the same run. The goal is that the slowest hundredth stays below 5 ms of processor time, which
 * does not depend on what else the machine does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { cpuMilliseconds, percentile, stamp } from "./support/figures.mjs";
import { row } from "./support/table.mjs";

const COMMANDS = 10_000;
const SOURCES = {
  judge: "../src/core/safety/judge.ts",
  words: "../src/core/safety/shell/shell-words.ts",
  everyday: "../test/corpus/everyday.ts",
};

export async function judge() {
  const folder = mkdtempSync(join(tmpdir(), "askline-judge-"));
  try {
    return measure(await builtInto(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function builtInto(folder) {
  const input = Object.fromEntries(
    Object.entries(SOURCES).map(([name, path]) => [
      name,
      fileURLToPath(new URL(path, import.meta.url)),
    ]),
  );
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs" });
  await bundle.close();
  const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  const [{ judge }, { readScript }, { EVERYDAY }] = await Promise.all(
    ["judge", "words", "everyday"].map(load),
  );
  return { judge, readScript, commands: EVERYDAY.map(({ command }) => command) };
}

function measure({ judge, readScript, commands }) {
  const place = { workingDirectory: "/home/mina/shop", exists: () => true };
  const first = timesOf(commands, (command) => judge("Bash", { command }, place));
  const many = Array.from({ length: COMMANDS }, (_, index) => commands[index % commands.length]);
  const start = cpuMilliseconds();
  const judged = timesOf(many, (command) => judge("Bash", { command }, place));
  const between = cpuMilliseconds();
  const parsed = timesOf(many, (command) => readScript(command));
  const end = cpuMilliseconds();
  return [
    row("judging one, half are faster", percentile(judged.times, 50), "ms"),
    row("judging one, 99 of 100 are faster", percentile(judged.times, 99), "ms"),
    row("processor time of one, 99 of 100 need less", percentile(judged.cpu, 99), "ms", {
      goal: 5,
    }),
    row(`judging ${COMMANDS}, processor time`, between - start, "ms"),
    row("plain parsing of one, half are faster", percentile(parsed.times, 50), "ms"),
    row("plain parsing of one, 99 of 100 are faster", percentile(parsed.times, 99), "ms"),
    row(`plain parsing of ${COMMANDS}, processor time`, end - between, "ms"),
    row("the very first command of a process", first.times[0], "ms"),
  ];
}

function timesOf(commands, work) {
  const [times, cpu] = [[], []];
  for (const command of commands) {
    const [start, used] = [stamp(), cpuMilliseconds()];
    work(command);
    cpu.push(cpuMilliseconds() - used);
    times.push(stamp() - start);
  }
  return { times, cpu };
}
