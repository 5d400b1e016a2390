/**
 * Askline's plugin for opencode, installed by `askline init`. It passes opencode's permissions and
 * questions to `askline hook`, gives opencode what a person decided there, and writes what is said
 * in each session to a transcript. opencode never waits for it.
 */
import { spawn } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// `askline init` writes these three lines.
const COMMAND = ["askline"];
const FLAGS = [];
const TRANSCRIPTS = "";

// `opencode run` refuses by itself within this time; no person is that quick.
const DECIDES_BY_ITSELF_MS = 200;
// A hook that ended sooner than this had nothing to wait for.
const WAITED_MS = 1_000;
// A hook whose dialog is over hears of it by then.
const HOOK_ENDS_WITHIN_MS = 10_000;
const ENDS_WITHIN_MS = 500;
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
const MOST_OUTPUT = 20_000;

export const Askline = async ({ client, directory }) => {
  const opencode = innerInterface(client);
  const sessions = openSessions(opencode, directory);
  const dialogs = openDialogs(opencode, sessions);
  const handlers = { ...transcriptHandlers(sessions, dialogs), ...dialogHandlers(dialogs) };
  let queue = Promise.resolve();
  removeOld();
  // `opencode run` ends without a word to the plugin that has its session.
  process.once("exit", sessions.endAll);
  // opencode answers no request before its plugins are there.
  setTimeout(() => void inOrder(dialogs.adopt), 0);
  return {
    async event({ event }) {
      const handler = handlers[event.type];
      if (handler !== undefined) void inOrder(() => handler(event.properties, event));
    },
    async "tool.execute.before"({ tool, sessionID, callID }, { args }) {
      void inOrder(async () => {
        (await sessions.get(sessionID)).calls.set(callID, { tool, args });
      });
    },
    async dispose() {
      process.off("exit", sessions.endAll);
      // opencode may be gone before anything that is waited for.
      sessions.endAll();
      dialogs.close();
      await Promise.race([queue, pause(ENDS_WITHIN_MS)]);
    },
  };

  /** Nothing that goes wrong here may disturb opencode. */
  function inOrder(work) {
    queue = queue.then(work).catch(() => undefined);
    return queue;
  }
};

/** opencode's own requests, in its process. It is no public interface: null if it has changed. */
function innerInterface(client) {
  const inner = client?._client;
  if (typeof inner?.get !== "function" || typeof inner?.post !== "function") return null;
  const headers = { "content-type": "application/json" };
  return {
    get: async (url) => (await inner.get({ url })).data,
    post: async (url, body) => {
      const { response, error } = await inner.post({ url, body, headers });
      return response === undefined ? error === undefined : response.ok;
    },
  };
}

function openSessions(opencode, directory) {
  const known = new Map();
  return { get, learn, begin, end, endAll };

  async function get(id) {
    if (!known.has(id)) learn((await lookUp(`/session/${id}`)) ?? { id }, { isNew: false });
    return known.get(id);
  }

  function learn(info, { isNew }) {
    if (known.has(info.id)) return;
    known.set(info.id, {
      id: info.id,
      parent: info.parentID ?? null,
      folder: info.directory ?? directory,
      isNew,
      isBegun: false,
      isBusy: false,
      roles: new Map(),
      calls: new Map(),
      replies: new Map(),
      written: new Set(),
    });
  }

  /** The session that a person sees: that of a sub-agent is part of another. */
  async function root(session) {
    return session.parent === null ? session : root(await get(session.parent));
  }

  async function begin(session) {
    const main = await root(session);
    if (main.isBegun) return main;
    main.isBegun = true;
    await writeHistory(main);
    const source = main.isNew ? "startup" : "resume";
    void runHook("SessionStart", { ...headOf(main), source });
    return main;
  }

  /** What was said before this plugin was there. */
  async function writeHistory(session) {
    if (session.isNew || existsSync(transcriptOf(session))) return;
    for (const { info, parts } of (await lookUp(`/session/${session.id}/message`)) ?? []) {
      noteRole(session, info);
      for (const part of parts) writePart(session, part, momentOf(info));
    }
    if (session.written.size > 0) write(session, { type: "ended" });
  }

  async function lookUp(url) {
    return opencode?.get(url).catch(() => undefined);
  }

  function end(id) {
    const session = known.get(id);
    known.delete(id);
    if (session?.isBegun) tellAtEnd("SessionEnd", { ...headOf(session), reason: "exit" });
  }

  function endAll() {
    for (const id of [...known.keys()]) end(id);
  }
}

function transcriptHandlers(sessions, dialogs) {
  return {
    "session.created": async ({ info }) => sessions.learn(info, { isNew: true }),
    "session.deleted": async ({ info }) => sessions.end(info.id),
    "message.updated": async ({ info }) => noteRole(await sessions.get(info.sessionID), info),
    "message.part.updated": async ({ part }) => {
      const session = await sessions.get(part.sessionID);
      if (session.parent !== null) return;
      await sessions.begin(session);
      writePart(session, part, new Date().toISOString());
    },
    "session.status": async ({ sessionID, status }) => {
      const session = await sessions.get(sessionID);
      if (status.type === "busy") session.isBusy = true;
      if (status.type === "idle") ended(session);
      if (status.type === "retry") write(session, { type: "retry", status });
    },
    "session.idle": async ({ sessionID }) => ended(await sessions.get(sessionID)),
    "session.error": async ({ sessionID, error }) => {
      if (sessionID === undefined) return;
      const session = await sessions.get(sessionID);
      if (session.parent !== null) return;
      await sessions.begin(session);
      session.isBusy = false;
      write(session, { type: "error", error: { name: error?.name, data: error?.data } });
    },
    "permission.asked": async (request) => dialogs.asked("permission", request),
    "question.asked": async (request) => dialogs.asked("question", request),
  };
}

/** An error ends the run too, and opencode says twice that it is idle. */
function ended(session) {
  if (session.isBusy) write(session, { type: "ended" });
  session.isBusy = false;
  session.afterRun?.();
  session.afterRun = undefined;
}

function noteRole(session, { id, role, parentID }) {
  session.roles.set(id, { role, promptId: role === "user" ? id : (parentID ?? null) });
}

function writePart(session, part, at) {
  const { role, promptId } = session.roles.get(part.messageID) ?? guessed(part);
  const head = { at, role, promptId };
  if (part.type === "text") writeText(session, part, head);
  if (part.type === "tool") writeTool(session, part, head);
}

/** A person's text comes whole, the agent's with the time it took. */
function guessed(part) {
  return { role: part.type === "text" && part.time === undefined ? "user" : "assistant" };
}

function writeText(session, { id, text, time, synthetic, ignored }, head) {
  const isWhole = head.role === "user" || time?.end !== undefined;
  if (!isWhole || synthetic || ignored || !text?.trim()) return;
  const isSteering = head.role === "user" && session.isBusy;
  write(session, { id, type: "text", ...head, text, ...(isSteering && { isSteering }) });
}

function writeTool(session, { id, tool, callID, state }, head) {
  if (state.status === "pending") return;
  const call = { ...head, tool, callID };
  write(session, { id, type: "call", ...call, input: state.input });
  if (state.status !== "completed" && state.status !== "error") return;
  const { status, output, error, metadata } = state;
  const reply = session.replies.get(callID);
  write(session, {
    ...{ id: `${id}:end`, type: "result", ...call, status },
    text: String(output ?? error ?? "").slice(0, MOST_OUTPUT),
    ...(tool === "question" && { input: state.input, answers: metadata?.answers }),
    ...(reply !== undefined && { reply }),
  });
}

/** Each line once; opencode reports parts many times. */
function write(session, line) {
  if (TRANSCRIPTS === "" || session.parent !== null || session.written.has(line.id)) return;
  if (line.id !== undefined) session.written.add(line.id);
  mkdirSync(TRANSCRIPTS, { recursive: true, mode: 0o700 });
  const whole = { id: crypto.randomUUID(), at: now(), ...line };
  appendFileSync(transcriptOf(session), `${JSON.stringify(whole)}\n`, { mode: 0o600 });
}

function openDialogs(opencode, sessions) {
  const open = new Map();
  return { asked, replied, adopt, close };

  /** No hook outlives the plugin: opencode may start it anew. */
  function close() {
    for (const { hook } of open.values()) hook?.end();
  }

  /** Those that were open before this plugin was there. */
  async function adopt() {
    if (opencode === null) return;
    for (const kind of ["permission", "question"])
      for (const request of await pending(kind)) await asked(kind, request);
  }

  async function pending(kind) {
    const requests = await opencode.get(`/${kind}`).catch(() => []);
    return Array.isArray(requests) ? requests : [];
  }

  async function asked(kind, request) {
    if (open.has(request.id)) return;
    const session = await sessions.get(request.sessionID);
    const main = await sessions.begin(session);
    const call = session.calls.get(request.tool?.callID) ?? null;
    const facts = { ...headOf(main), request: { kind, ...request }, call };
    if (session !== main) facts.agent_id = session.id;
    const dialog = { kind, request, session, facts, hook: null, isOver: false };
    open.set(request.id, dialog);
    setTimeout(() => void wait(dialog).catch(() => undefined), DECIDES_BY_ITSELF_MS);
  }

  async function wait(dialog) {
    while (!dialog.isOver) {
      const began = Date.now();
      dialog.hook = startHook("PermissionRequest", {
        ...dialog.facts,
        ...(opencode === null && { answerable: false }),
      });
      const decision = read(await dialog.hook.output);
      if (dialog.isOver) return;
      if (decision !== null && opencode !== null) return answer(dialog, decision);
      const isOpen = (await pending(dialog.kind)).some(({ id }) => id === dialog.request.id);
      // Its hook may have been killed; then another one waits.
      if (opencode === null || !isOpen || Date.now() - began < WAITED_MS) return;
    }
  }

  async function answer(dialog, { words, ...body }) {
    const { kind, request } = dialog;
    const { reply = "reply", answers } = body;
    const isDismissed = kind === "question" && reply === "reject";
    const url = `/${kind}/${request.id}/${isDismissed ? "reject" : "reply"}`;
    const isTaken = await opencode.post(url, isDismissed ? undefined : body);
    over(dialog, isTaken ? { reply, answers } : { reply: "lost" });
    if (!isTaken || !isDismissed || words === undefined) return;
    // A question is dismissed without a word, and that ends the run. A prompt that comes before the
    // end is shown and not worked on.
    const say = () => {
      const parts = [{ type: "text", text: words }];
      void opencode.post(`/session/${request.sessionID}/prompt_async`, { parts }).catch(() => {});
    };
    if (dialog.session.isBusy) dialog.session.afterRun = say;
    else say();
  }

  async function replied(requestID, how) {
    const dialog = open.get(requestID);
    if (dialog !== undefined) over(dialog, how);
  }

  function over(dialog, how) {
    if (dialog.isOver) return;
    dialog.isOver = true;
    const { request, session, hook } = dialog;
    open.delete(request.id);
    if (how.reply !== "lost") session.replies.set(request.tool?.callID, how.reply);
    if (hook === null) return byItself(dialog, how);
    void runHook("DialogReplied", { ...dialog.facts, timestamp: now(), ...how });
    setTimeout(() => hook.end(), HOOK_ENDS_WITHIN_MS).unref?.();
  }

  /** Nobody could be asked: the conversation says so. */
  function byItself({ request, session }, { reply }) {
    if (reply !== "reject") return;
    session.replies.set(request.tool?.callID, "itself");
    const { permission, patterns } = request;
    write(session, { id: `${request.id}:itself`, type: "refused", permission, patterns });
  }
}

function dialogHandlers(dialogs) {
  return {
    "permission.replied": async ({ requestID, reply }) => dialogs.replied(requestID, { reply }),
    "question.replied": async ({ requestID, answers }) =>
      dialogs.replied(requestID, { reply: "reply", answers }),
    "question.rejected": async ({ requestID }) => dialogs.replied(requestID, { reply: "reject" }),
  };
}

function headOf(session) {
  const path = TRANSCRIPTS === "" ? null : transcriptOf(session);
  return { session_id: session.id, cwd: session.folder, transcript_path: path, timestamp: now() };
}

function transcriptOf({ id }) {
  return join(TRANSCRIPTS, `${id.replace(/[^\w-]/g, "_")}.jsonl`);
}

function removeOld() {
  if (TRANSCRIPTS === "" || !existsSync(TRANSCRIPTS)) return;
  for (const name of readdirSync(TRANSCRIPTS)) {
    const path = join(TRANSCRIPTS, name);
    if (statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { force: true });
  }
}

async function runHook(event, payload) {
  await startHook(event, payload).output;
}

/** Goes on without us: what it reads is in a file, which no end of ours cuts short. */
function tellAtEnd(event, payload) {
  const path = join(TRANSCRIPTS || tmpdir(), `.${crypto.randomUUID()}.end`);
  writeFileSync(path, JSON.stringify({ ...payload, hook_event_name: event }), { mode: 0o600 });
  const input = openSync(path, "r");
  const [program, args, env] = hookCommand(event);
  const child = spawn(program, args, { env, stdio: [input, "ignore", "ignore"], detached: true });
  child.on("error", () => undefined);
  child.unref();
  closeSync(input);
  rmSync(path, { force: true });
}

function hookCommand(event) {
  const [program, ...words] = COMMAND;
  const args = [...words, "hook", event, "--client", "opencode", ...FLAGS];
  return [program, args, { ...process.env, ASKLINE_AGENT_PID: String(process.pid) }];
}

/** `output` is what it printed, and empty if it could not be started. */
function startHook(event, payload) {
  const [program, args, env] = hookCommand(event);
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const output = new Promise((resolve) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("close", () => resolve(text));
    child.on("error", () => resolve(""));
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ ...payload, hook_event_name: event }));
  return { output, end: () => child.kill() };
}

function read(output) {
  try {
    const decision = JSON.parse(output);
    return decision?.reply === undefined && decision?.answers === undefined ? null : decision;
  } catch {
    return null;
  }
}

function momentOf({ time }) {
  return new Date(time?.created ?? Date.now()).toISOString();
}

function now() {
  return new Date().toISOString();
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref?.());
}
