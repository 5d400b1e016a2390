/**
 * The package as a stranger installs it: its content, its types, and the examples of docs/api.md.
 */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { npm } from "./support/npm.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMMENT = /\/\*[\s\S]*?\*\//g;
const ENTRIES = ["", "/session", "/choice", "/choice/models", "/extract", "/form"];

let files: Sandbox;

beforeAll(() => {
  files = openSandbox();
  const pack = ["pack", "--silent", "--pack-destination", files.path];
  const packed = npm(pack, { cwd: ROOT }).trim();
  files.writeJson({ name: "stranger", type: "module", private: true }, "package.json");
  npm(["install", "--silent", "--no-audit", "--no-fund", files.at(packed)], { cwd: files.path });
});

afterAll(() => files[Symbol.dispose]());

it("[C-18] installs with nothing but itself, runs, and every import works, old and new", () => {
  expect(readdirSync(files.at("node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "@photostructure",
    "askline",
    "node-addon-api",
    "node-gyp-build",
  ]);
  expect(
    execFileSync(files.at("node_modules/.bin/askline"), ["--version"], { encoding: "utf8" }),
  ).toMatch(/^\d/);

  writeFileSync(files.at("ask.mjs"), STRANGER);
  const output = execFileSync(process.execPath, ["ask.mjs"], {
    cwd: files.path,
    encoding: "utf8",
    env: { ...process.env, ASKLINE_STATE_DIR: files.at("state") },
  });
  expect(output).toBe(
    "completed 1. Which colour?\n→ Blue\n" +
      "[S-03] At least one question is required to create a session\n" +
      "same true 3\n1\nShip it?\n",
  );
});

it("brings the licence of every package that is bundled into it", () => {
  const print = ["scripts/third-party-notices.mjs", "--print"];
  const expected = execFileSync(process.execPath, print, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 10_000_000,
  });
  const packed = readFileSync(files.at("node_modules/askline/THIRD_PARTY_NOTICES"), "utf8");
  expect(packed, "run `npm run notices`").toBe(expected);
  expect(packed).toContain("zod ");
  expect(packed).toContain("preact ");
});

describe("its types", () => {
  it("[C-18] import nothing that the package does not bring", () => {
    const types = files.at("node_modules/askline/dist/types");
    const texts = readdirSync(types, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".d.ts"))
      .map((name) => readFileSync(join(types, name), "utf8").replaceAll(COMMENT, ""));
    const imported = texts.flatMap((text) => [
      ...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g),
    ]);
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.map(([, path]) => path).filter((path) => !path?.startsWith("."))).toEqual([]);
    expect(readFileSync(join(types, "choice/models.d.ts"), "utf8")).toContain("@deprecated");
  });

  it.each([
    ["without skipLibCheck", { skipLibCheck: false }],
    ["with skipLibCheck", { skipLibCheck: true }],
    ["with exactOptionalPropertyTypes", { skipLibCheck: false, exactOptionalPropertyTypes: true }],
    [
      "in a bundler's project",
      { skipLibCheck: false, module: "preserve", moduleResolution: "bundler" },
    ],
    [
      "with the types of Node instead of a browser's",
      {
        skipLibCheck: true,
        lib: ["es2023"],
        types: ["node"],
        typeRoots: [join(ROOT, "node_modules/@types")],
      },
    ],
  ])("[C-18] let right lines compile and wrong ones not, %s", (name, options) => {
    const project = name.replaceAll(/\W/g, "-");
    mkdirSync(files.at(project));
    // An expected error that does not occur is an error itself, so nothing here may be `any`.
    const wrongLines = WRONG.map((line) => `// @ts-expect-error\n${line}\n`).join("");
    writeFileSync(files.at(project, "lines.ts"), IMPORTS + RIGHT + wrongLines);
    expect(compile(project, { noEmit: true, ...options })).toBe("");
  });
});

describe("docs/api.md", () => {
  const page = readFileSync(join(ROOT, "docs/api.md"), "utf8");
  const examples = [...page.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)].map(
    (found, index) => {
      const [, code = "", output] = found;
      return { index, subject: subjectAt(found.index), code, output };
    },
  );
  let complaints = "";

  beforeAll(() => {
    mkdirSync(files.at("examples"));
    for (const { index, code } of examples)
      writeFileSync(files.at("examples", `${index}.ts`), code);
    complaints = compile("examples", { skipLibCheck: false, exactOptionalPropertyTypes: true });
  });

  it("has examples for each subject, and they compile", () => {
    const subjects = ["Ask", "The desk", "Answer from a program", "Errors", "The form", "Sessions"];
    expect(examples.map(({ subject }) => subject)).toEqual(expect.arrayContaining(subjects));
    expect(complaints).toBe("");
  });

  it.each(examples)("shows what happens: $subject ($index)", async ({ index, output }) => {
    const home = files.at(`run-${index}`);
    mkdirSync(home);
    const sessionsDirectory = join(home, "sessions");
    const desk = openDesk({ sessionsDirectory });
    await using _ = { [Symbol.asyncDispose]: () => desk.close() };
    await desk.watch(({ ask }) => {
      const [option] = ask?.questions[0]?.options ?? [];
      if (ask?.outcome !== null || ask.owner?.mode !== "blocking" || option === undefined) return;
      desk
        .answer(ask.id, { answers: [{ optionIds: [option.id] }] }, { surface: "test" })
        .catch(() => undefined);
    });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [files.at("examples", `${index}.js`)],
      {
        cwd: home,
        env: { ...process.env, ASKLINE_STATE_DIR: home },
      },
    );
    expect(stdout).toEqual(output ?? expect.stringMatching(/./));
  });

  it("names every error class with its code", async () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)`[^|]*\| `([\w/]+)` \|/gm)];
    const lines = rows.flatMap(([, name, code, from]) => [
      `import type { ${name} } from "${from}";`,
      `export const is${name}: ${name}["code"] = "${code}";`,
    ]);
    mkdirSync(files.at("codes"));
    writeFileSync(files.at("codes/codes.ts"), lines.join("\n"));
    expect(compile("codes", { noEmit: true })).toBe("");

    const classes = await Promise.all(ENTRIES.map(errorClassesOf));
    const named = rows.map(([, name]) => name);
    expect(named.sort()).toEqual(
      [...new Set(classes.flat())].filter((name) => name !== "AsklineError").sort(),
    );
  });

  function subjectAt(place: number): string {
    return [...page.slice(0, place).matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? "";
  }
});

/** The compiler's output for a project that has only the package's own types. */
function compile(project: string, options: object): string {
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    types: [],
    ...options,
  };
  files.writeJson({ compilerOptions, include: ["*.ts"] }, project, "tsconfig.json");
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", files.at(project)], {
    encoding: "utf8",
  });
  return stdout + stderr;
}

async function errorClassesOf(entry: string): Promise<string[]> {
  const { exports } = files.readJson("node_modules/askline/package.json");
  const path = files.at("node_modules/askline", exports[`.${entry}`].default);
  const exported: Record<string, unknown> = await import(pathToFileURL(path).href);
  return Object.keys(exported).filter((name) => {
    const value = exported[name];
    return typeof value === "function" && value.prototype instanceof Error;
  });
}

const IMPORTS = `
import { AlreadySettled, ask, AsklineError, openDesk, wordOutcome } from "askline";
import type { Ask, AskInput, Desk, Outcome, SettledAsk } from "askline";
import { askFromRequest, InvalidRequest, parseRequest, responseFromAsk } from "askline/choice";
import { parseRequest as deprecated } from "askline/choice/models";
import { askFromChoice, createChoiceStream, extractUserChoice } from "askline/extract";
import { answerOf, openForm, reduceForm } from "askline/form";
import { formatAnswers, SessionEnded, SessionManager } from "askline/session";
`;

const RIGHT = `
export const settled: SettledAsk = await ask(
  { questions: [{ prompt: "Which?", options: [{ label: "Red", description: undefined }] }], timeoutSeconds: 5 },
  { signal: new AbortController().signal },
);
export const outcome: Outcome = settled.outcome;
export const picked: string | undefined = outcome.status === "completed" ? outcome.reply.answers[0]?.optionIds[0] : undefined;
export const words: string = wordOutcome(settled);
export const desk: Desk = openDesk({ sessionsDirectory: undefined });
export const input: AskInput = { questions: [{ prompt: "Why?" }], source: undefined, urgency: "high", context: undefined };
export const open: Ask[] = await desk.list({ status: "pending" });
export const watch = await desk.watch(({ id, ask }) => console.log(id.toUpperCase(), ask?.outcome?.provenance.surface));
await ask(input, { desk });
await desk.answer("1", { answers: [{ optionIds: [], customText: "blue" }] }, { surface: "mine" }).catch((error: unknown) => {
  if (error instanceof AlreadySettled) console.log(error.ask.outcome.provenance.at, error.code === "already_settled");
  if (error instanceof AsklineError) console.log(error.code.length, error.suggestion, error.message, error.name);
});
export const parsed = parseRequest({});
export const same = deprecated({});
if (parsed.kind === "ask") await ask(askFromRequest(parsed, { savedTimeoutSeconds: undefined }));
export const selectedIds: string[] = responseFromAsk(settled).selection.selected_ids;
export const problems: readonly { field: string; message: string }[] =
  new InvalidRequest([{ field: "title", message: "It is empty." }]).problems;
export const found = extractUserChoice("text");
if (found !== null) await desk.ask({ ...askFromChoice(found.choice), mode: "detached" });
export const held: string = createChoiceStream().push("text");
export const form = reduceForm(openForm(settled.questions, { autoSubmit: true }), { type: "pick", optionId: "1" });
export const noted: string = answerOf(form, 0).customText;
export const manager = new SessionManager({ baseDir: "sessions", maxSessions: undefined });
export const sessionId: string = await manager.createSession([{ title: "", prompt: "Which?", options: [], ours: 1 }]);
export const sessionAnswers = await manager.getSessionAnswers(sessionId);
if (sessionAnswers !== null) console.log(formatAnswers(sessionAnswers, []));
export const ended = (error: SessionEnded): boolean => error.code === "session_rejected";
`;

/** A compiler that knows the types reports an error for each line. */
const WRONG = [
  'await ask({ questions: "Which?" });',
  "await ask({});",
  'await ask({ questions: [{ prompt: "Which?", options: [{ lable: "Red" }] }] });',
  'await ask({ questions: [{ prompt: "Which?", selectionMode: "several" }] });',
  'await ask({ questions: [{ prompt: "Which?" }], timeoutSeconds: "600" });',
  "export const status: number = settled.outcome.status;",
  "export const reply = settled.outcome.reply;",
  "settled.nothing;",
  "settled.questions[0].tilte;",
  'if (outcome.status === "answered") console.log();',
  "wordOutcome(7);",
  "openDesk({ folder: 7 });",
  'await desk.answer("1", { answers: [{ chosen: ["1"] }] }, { surface: "mine" });',
  'await desk.answer("1", { answers: [] });',
  'await desk.reject("1", { kind: "no" }, { surface: "mine" });',
  'await desk.list({ status: "open" });',
  "await desk.watch((change) => change.nothing);",
  'new AlreadySettled("settled");',
  "export const code: number = new InvalidRequest([]).code;",
  "parsed.question;",
  'askFromRequest({ kind: "poll", sessionId: "1" });',
  "responseFromAsk(settled).selected;",
  "deprecated();",
  "extractUserChoice(7);",
  "found.choice;",
  'askFromChoice({ type: "user_choice" });',
  "createChoiceStream().end().rest;",
  'reduceForm(form, { type: "choose" });',
  'reduceForm(form, { type: "pick" });',
  "form.index = 1;",
  "new SessionManager({});",
  'await manager.createSession([{ prompt: "Which?" }]);',
  "export const count: string = await manager.getSessionCount();",
  "formatAnswers({}, []);",
  'export const never = (error: SessionEnded) => error.code === "rejected";',
];

const STRANGER = `
  import { ask, openDesk, wordOutcome } from "askline";
  import { SessionManager } from "askline/session";
  import { parseRequest } from "askline/choice";
  import { parseRequest as deprecated } from "askline/choice/models";
  import { extractUserChoice } from "askline/extract";
  import { openForm, reduceForm } from "askline/form";
  const desk = openDesk();
  const watch = await desk.watch(({ ask }) => {
    if (ask?.outcome === null) desk.answer(ask.id, { answers: [{ optionIds: ["2"] }] }, { surface: "program" });
  });
  const settled = await ask({ questions: [{ prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }] });
  watch.close();
  await desk.close();
  console.log(settled.outcome.status, wordOutcome(settled));
  await new SessionManager({ baseDir: "sessions" }).createSession([]).catch((error) => console.log("[S-03]", error.message));
  const request = { title: "T", prompt: "P", selection_mode: "text_input" };
  const outcomes = [parseRequest, deprecated].map((parse) => [parse(request), failureOf(() => parse({ title: 7 }))]);
  console.log("same", JSON.stringify(outcomes[0]) === JSON.stringify(outcomes[1]), outcomes[0][1]);
  console.log(reduceForm(openForm(settled.questions), { type: "pick", optionId: "1" }).entries[0].chosenIds.join());
  const reply = 'Done. {"type": "user_choice", "question": "Ship it?", "options": [{"label": "Yes"}]}';
  console.log(extractUserChoice(reply).choice.question);
  function failureOf(run) {
    try { run(); } catch (error) { return error.problems.length; }
  }
`;
