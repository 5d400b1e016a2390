/**
 * How many of our files a call goes through, on three walks: an ask and its answer in two
 * terminals, a permission to Slack and back, a line of a transcript to the phone. A file counts
 * when one of its functions runs on the way, as V8 counts it; what runs at the start of a hub does
 * not. The permission's hands are fewer: only files through which the call itself passes, that is
 * those that stand on the stack when it reaches the disk, the network or another process.
 * `ASKLINE_HOUSE=/another/checkout` measures that one with the same rules.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";
import { row } from "./support/table.mjs";

const HERE = fileURLToPath(new URL("..", import.meta.url));
/** What notes the files: loaded into each process, given a folder, asked for its account by a signal. */
const RAN = {
  worker: new URL("./workers/coverage-on-signal.mjs", import.meta.url).href,
  folderIn: "NODE_V8_COVERAGE",
  filesIn,
};
const PASSED = {
  worker: new URL("./workers/stacks-on-signal.mjs", import.meta.url).href,
  folderIn: "ASKLINE_STACKS",
  filesIn: filesOnStacks,
};
const SUPPORT = ["slack-hub", "hub"];

export async function walks() {
  const root = process.env["ASKLINE_HOUSE"] ?? HERE;
  const copy = mkdtempSync(join(tmpdir(), "askline-walks-"));
  try {
    await build(root, copy);
    const answered = await askAndAnswer(copy);
    const [permitted, told] = await throughTheHub(copy, RAN);
    const [hands] = await throughTheHub(copy, PASSED);
    const both = new Set([...answered, ...permitted, ...told]);
    return [
      row("ask and answer in two terminals", answered.size, "files"),
      row("a permission to Slack and back", permitted.size, "files"),
      row("  its hands", hands.size, "files"),
      row("a transcript line to the phone", told.size, "files"),
      row("all three together", both.size, "files"),
    ];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * The command with a note of where each function comes from, and what tests start hubs and Slack
 * with.
 */
async function build(root, copy) {
  const [cli] = [await loadConfig(join(root, "rolldown.config.ts"))].flat(2);
  const { output, ...input } = cli;
  const readable = { ...output, dir: join(copy, "dist"), minify: false };
  await bundle({ ...input, cwd: root }, readable);
  const helpers = Object.fromEntries(
    SUPPORT.map((name) => [name, join(root, `test/support/${name}.ts`)]),
  );
  const plain = { dir: join(copy, "test/support"), entryFileNames: "[name].mjs", format: "esm" };
  await bundle(
    { input: helpers, cwd: root, platform: "node", external: ["@photostructure/sqlite"] },
    plain,
  );
  writeFileSync(join(copy, "package.json"), readFileSync(join(root, "package.json")));
  for (const name of ["skills", "node_modules"]) symlinkSync(join(root, name), join(copy, name));
}

async function bundle(input, output) {
  const built = await rolldown(input);
  await built.write(output);
  await built.close();
}

async function askAndAnswer(copy) {
  const state = join(copy, "state");
  const coverage = join(copy, "coverage-terminals");
  const env = { ...process.env, ASKLINE_STATE_DIR: state, NODE_V8_COVERAGE: coverage };
  const ask = askline(copy, ["ask", "Which colour?", "-o", "Red", "-o", "Blue"], env);
  const sessions = join(state, "sessions");
  const [id] = await until(
    () => existsSync(sessions) && readdirSync(sessions).filter((name) => !name.startsWith(".")),
  );
  const answer = askline(copy, ["answer", id, "2"], env);
  await Promise.all([once(ask, "exit"), once(answer, "exit")]);
  return filesIn(coverage, copy);
}

async function throughTheHub(copy, notes) {
  const folder = join(copy, `noted-${notes.folderIn}`);
  mkdirSync(folder, { recursive: true });
  const env = { [notes.folderIn]: folder, NODE_OPTIONS: `--import=${notes.worker}` };
  const { startSlackHub } = await import(
    pathToFileURL(join(copy, "test/support/slack-hub.mjs")).href
  );
  const served = await startSlackHub({ env });
  try {
    const { files } = served.hub;
    const { pid } = files.readJson("hub.json");
    const transcriptPath = files.at("transcript.jsonl");
    writeFileSync(transcriptPath, "");
    const agent = served.hub.agent("C1", { transcriptPath });
    await agent.post("SessionStart", { source: "startup" });
    await agent.post("UserPromptSubmit", { prompt: "Tidy up", prompt_id: "prompt-1" });
    await sleep(1_000);
    const noted = (work) => between({ pid, folder, copy, notes }, work);
    const permitted = await noted(() => permit(served, copy, env));
    const told = await noted(() => tell(served, transcriptPath));
    return [permitted, told];
  } finally {
    await served[Symbol.asyncDispose]();
  }
}

/** The hook is a process of its own, as the agent's client starts it. */
async function permit({ hub, slack, shown }, copy, noting) {
  const payload = {
    ...{
      session_id: "C1",
      hook_event_name: "PermissionRequest",
      cwd: hub.files.at("projects", "C1"),
    },
    ...{
      transcript_path: hub.files.at("transcript.jsonl"),
      tool_name: "Bash",
      tool_input: { command: "make" },
    },
  };
  const env = { ...process.env, ASKLINE_STATE_DIR: hub.state, ...noting };
  const hook = askline(copy, ["hook", "PermissionRequest"], env, "pipe");
  hook.stdin.end(JSON.stringify(payload));
  const card = await shown("C1", /make/);
  await slack.click("UADA", card, /^1|Allow|Yes/);
  await once(hook, "exit");
}

/** Until the phone's page has it. */
async function tell({ hub }, transcriptPath) {
  const said = "The old files are gone.";
  const common = {
    parentUuid: null,
    isSidechain: false,
    sessionId: "C1",
    version: "2.1.325",
    userType: "external",
  };
  const lines = [
    {
      type: "user",
      promptId: "prompt-1",
      message: { role: "user", content: "Tidy up" },
      origin: { kind: "human" },
    },
    {
      ...{ type: "assistant", requestId: "request-1" },
      message: {
        ...{
          id: "message-1",
          type: "message",
          role: "assistant",
          model: "model",
          stop_reason: "tool_use",
        },
        content: [{ type: "text", text: said }],
      },
    },
  ].map((line, index) => ({
    ...{ ...common, ...line, uuid: `00000000-0000-4000-8000-00000000000${index}` },
    timestamp: new Date().toISOString(),
  }));
  appendFileSync(transcriptPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await until(async () =>
    (await (await hub.get("/api/voice/agents/1/transcript")).text()).includes(said),
  );
}

/**
 * The files with a function that ran while `work` was done, in the hub or in a process that wrote
 * its own account.
 */
async function between({ pid, folder, copy, notes }, work) {
  await written(folder, () => process.kill(pid, "SIGUSR2"));
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await work();
  await written(folder, () => process.kill(pid, "SIGUSR2"));
  return notes.filesIn(folder, copy);
}

async function written(coverage, signal) {
  const count = () => (existsSync(coverage) ? readdirSync(coverage).length : 0);
  const before = count();
  signal();
  await until(() => count() > before);
  // The file appears before all of it is there.
  await sleep(1_000);
}

function filesIn(coverage, copy) {
  const names = readdirSync(coverage).map((name) => join(coverage, name));
  const reports = names.map((name) => JSON.parse(readFileSync(name, "utf8")).result);
  const scripts = reports
    .flat()
    .filter(({ url }) => url.startsWith(pathToFileURL(join(copy, "dist")).href));
  return new Set(
    scripts.flatMap(({ url, functions }) =>
      ranIn(readFileSync(fileURLToPath(url), "utf8"), functions),
    ),
  );
}

function filesOnStacks(folder, copy) {
  const names = readdirSync(folder).map((name) => join(folder, name));
  const places = new Set(names.flatMap((name) => JSON.parse(readFileSync(name, "utf8"))));
  const built = pathToFileURL(join(copy, "dist")).href;
  return new Set(
    [...places].flatMap((place) => {
      const [, url, line] = /^(.*):(\d+)$/.exec(place) ?? [];
      if (!url?.startsWith(built)) return [];
      const code = readFileSync(fileURLToPath(url), "utf8");
      return fileAt(regionsOf(code), offsetOf(code, Number(line)));
    }),
  );
}

function offsetOf(code, line) {
  return code.split("\n", line - 1).join("\n").length + 1;
}

/** Module code itself runs once, when it is loaded. */
function ranIn(code, functions) {
  const regions = regionsOf(code);
  const ran = functions.filter(({ ranges: [range] }) => range.count > 0 && range.startOffset > 0);
  return ran.flatMap(({ ranges: [{ startOffset }] }) => fileAt(regions, startOffset));
}

/** The bundler marks where each file of ours begins in a chunk. */
function regionsOf(code) {
  return [...code.matchAll(/^\/\/ (\S+\.\w+)$/gm)].map((match) => ({
    at: match.index,
    path: match[1],
  }));
}

function fileAt(regions, offset) {
  const region = regions.findLast(({ at }) => at < offset);
  return region?.path.startsWith("src/") ? [region.path] : [];
}

function askline(copy, args, env, stdin = "ignore") {
  return spawn(process.execPath, [join(copy, "dist/cli.js"), ...args], {
    env,
    stdio: [stdin, "ignore", "inherit"],
  });
}

async function until(look) {
  for (const end = Date.now() + 30_000; ; await sleep(20)) {
    const found = await look();
    if (found === true || found?.length > 0) return found;
    if (Date.now() > end) throw new Error(`Waited in vain: ${look}`);
  }
}
