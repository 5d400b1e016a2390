/**
 * More ways in which an agent could decide in its person's place: launchers, other people's tools,
 * connections that are left behind, and records that are copied.
 */
import { cpSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI, run, runJson } from "./support/askline.ts";
import { type Forger, startForger } from "./support/forger.ts";
import { startHub, type TestHub } from "./support/hub.ts";
import { until } from "./support/patience.ts";

let hub: TestHub;
let forger: Forger;

beforeAll(async () => {
  hub = await startHub();
  forger = await startForger(hub);
});

afterAll(async () => {
  await forger[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
});

describe("an agent's words, however they are brought", () => {
  const answer = (id: string) => `"$NODE" "$CLI" answer ${id} 1 --state-dir "$STATE"`;
  it.each<[string, (id: string) => string]>([
    ["nohup", (id) => `nohup ${answer(id)}`],
    ["a job in the background", (id) => `${answer(id)} & wait`],
    ["a subshell in a subshell", (id) => `( ( (${answer(id)}) ) )`],
    ["exec under another name", (id) => `exec -a person ${answer(id)}`],
    ["timeout", (id) => `timeout 20 ${answer(id)}`],
    ["nice", (id) => `nice -n 5 ${answer(id)}`],
    ["xargs", (id) => `echo ${id} | xargs -I@ ${answer("@")}`],
    ["env -i", (id) => `env -i PATH="$PATH" HOME="$HOME" ${answer(id)}`],
    [
      "a pipe into standard input",
      (id) => `echo 1 | "$NODE" "$CLI" answer ${id} - --state-dir "$STATE"`,
    ],
    ["script, which has a terminal", (id) => `script -qec '${answer(id)}' /dev/null`],
    [
      "a link to the program",
      (id) =>
        `ln -sf "$CLI" "$HOME/person.js"; "$NODE" "$HOME/person.js" answer ${id} 1 --state-dir "$STATE"`,
    ],
    [
      "a copy of Node",
      (id) =>
        `cp "$NODE" "$HOME/person"; "$HOME/person" "$CLI" answer ${id} 1 --state-dir "$STATE"`,
    ],
    [
      "a program in the path",
      (id) =>
        `mkdir -p "$HOME/bin"; printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$NODE" "$CLI" > "$HOME/bin/me"; chmod +x "$HOME/bin/me"; PATH="$HOME/bin:$PATH" me answer ${id} 1 --state-dir "$STATE"`,
    ],
    [
      "Node's --eval",
      (id) =>
        `"$NODE" -e 'process.argv.splice(1, 0, process.env.CLI); import(process.env.CLI)' answer ${id} 1 --state-dir "$STATE"`,
    ],
    [
      "a worker's child",
      (id) =>
        `"$NODE" -e 'require("child_process").spawnSync(process.execPath, [process.env.CLI, "answer", "${id}", "1", "--state-dir", process.env.STATE], { stdio: "inherit" })'`,
    ],
    [
      "a child that its parents left behind",
      (id) =>
        `(${answer(id)} > "$HOME/said" 2>&1 &) ; sleep 0.1; while ! grep -q . "$HOME/said"; do sleep 0.05; done; cat "$HOME/said" >&2; rm "$HOME/said"; exit 9`,
    ],
    ["rejecting by a link", (id) => `"$NODE" "$CLI" reject ${id} --state-dir "$STATE"`],
    [
      "another state folder by a link",
      (id) =>
        `ln -sfn "$STATE" "$HOME/other"; "$NODE" "$CLI" answer ${id} 1 --state-dir "$HOME/other"`,
    ],
  ])("are refused: %s", async (_, line) => {
    const id = await put();
    const said = await shell(line(id));
    expect(`${said.stdout}${said.stderr}`).toMatch(/An agent may not answer in its person's place/);
    await isUntouched(id);
  });

  it("are refused with the keys of a terminal that it opened, for a permission", async () => {
    const id = await permission();
    const keys = `"$NODE" "$CLI" answer ${id} --state-dir "$STATE"`;
    const said = await shell(`printf 'y\\n1\\n' | script -qec '${keys}' /dev/null`);
    expect(said.stdout).toContain(
      "A permission cannot be given in a terminal that the agent opened",
    );
    await isUntouched(id);
    await hub.desk.withdraw(id, { surface: "test" });
  });
});

describe("an agent's requests to the hub", () => {
  const body = JSON.stringify({ reply: { answers: [{ optionIds: ["1"] }] } });
  const headers = (more = "") =>
    `Host: 127.0.0.1:$PORT\\r\\nAuthorization: Bearer $TOKEN\\r\\nContent-Type: application/json\\r\\n${more}`;
  const request = (id: string, more = "") =>
    `POST /api/asks/${id}/answer HTTP/1.1\\r\\n${headers(more)}Content-Length: ${body.length}\\r\\n\\r\\n${body.replaceAll('"', '\\"')}`;

  it.each<[string, (id: string) => string]>([
    [
      "a shell's own socket",
      (id) =>
        `exec 3<>/dev/tcp/127.0.0.1/$PORT; printf "${request(id, "Connection: close\\r\\n")}" >&3; cat <&3`,
    ],
    [
      "a shell that leaves before the reply",
      (id) => `exec 3<>/dev/tcp/127.0.0.1/$PORT; printf "${request(id)}" >&3; exec 3>&-`,
    ],
    [
      "a socket that an orphan keeps",
      (id) =>
        `exec 3<>/dev/tcp/127.0.0.1/$PORT; (sleep 2 &) ; printf "${request(id)}" >&3; exec 3>&-; sleep 0.5`,
    ],
    [
      "what a browser would say",
      (id) =>
        `exec 3<>/dev/tcp/127.0.0.1/$PORT; printf "${request(id, "Sec-Fetch-Site: same-origin\\r\\nConnection: close\\r\\n")}" >&3; cat <&3`,
    ],
    [
      "two requests on one connection",
      (id) =>
        `exec 3<>/dev/tcp/127.0.0.1/$PORT; printf "GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1:$PORT\\r\\n\\r\\n${request(id, "Connection: close\\r\\n")}" >&3; cat <&3`,
    ],
    [
      "IPv4 within IPv6",
      (id) =>
        `"$NODE" -e 'const s = require("net").connect({ host: "::ffff:127.0.0.1", port: Number(process.env.PORT) }); s.write(process.argv[1]); s.pipe(process.stdout)' "$(printf "${request(id, "Connection: close\\r\\n")}")"`,
    ],
  ])("decide nothing: %s", async (_, line) => {
    const id = await put();
    await shell(line(id));
    // What comes later has been looked at later.
    expect((await hub.get(`/api/asks/${id}`)).status).toBe(200);
    await isUntouched(id);
  });
});

describe("an agent's requests to the store of the hub", () => {
  const provenance = { by: "person", surface: "portal", at: new Date().toISOString() };
  const reply = { answers: [{ optionIds: ["1"] }] };
  const outcomes: [string, object][] = [
    ["an answer", { status: "completed", reply, provenance }],
    ["a refusal", { status: "rejected", kind: "reject", rejectionReason: null, provenance }],
  ];

  it.each(outcomes)("decide nothing: %s", async (_, outcome) => {
    const id = await put();
    const said = await settles(id, outcome);
    expect(said.stdout).toContain("An agent may not answer in its person's place");
    await isUntouched(id);
  });

  it("give no permission by keys of its own terminal", async () => {
    const id = await permission();
    const openedBy = { ...provenance, openedBy: "agent" };
    const said = await settles(id, { status: "completed", reply, provenance: openedBy });
    expect(said.stdout).toContain("cannot be given in a terminal that the agent opened");
    await isUntouched(id);
    await hub.desk.withdraw(id, { surface: "test" });
  });

  function settles(id: string, outcome: object) {
    const body = JSON.stringify({ outcome, key: crypto.randomUUID() });
    return shell(
      `"$NODE" -e 'fetch(process.argv[1], { method: "POST", headers: { authorization: process.argv[2], "content-type": "application/json" }, body: process.argv[3] }).then((r) => r.text()).then(console.log)' "http://127.0.0.1:$PORT/api/store/asks/${id}/settle" "Bearer $TOKEN" '${body}'`,
    );
  }
});

describe("a sealed decision that is copied", () => {
  it("is another program's in another session", async () => {
    const [first, second] = [await put(), await put()];
    await run(hub.state, ["answer", first, "1"]);
    cpSync(
      hub.files.at("sessions", first, "answers.json"),
      hub.files.at("sessions", second, "answers.json"),
    );
    const file = hub.files.readJson("sessions", second, "answers.json");
    hub.files.writeJson({ ...file, sessionId: second }, "sessions", second, "answers.json");
    await until("it to be seen", async () => (await shown(second)).status === "completed");
    expect(await shown(second)).toMatchObject({ sealed: false });
  });

  it.each(["a copied folder", "a linked folder"])("is not a person's in %s", async (how) => {
    const first = await put();
    await run(hub.state, ["answer", first, "1"]);
    const second = crypto.randomUUID();
    const [from, to] = [hub.files.at("sessions", first), hub.files.at("sessions", second)];
    if (how === "a linked folder") symlinkSync(from, to);
    else cpSync(from, to, { recursive: true });
    const said = await run(hub.state, ["show", second, "--json"]);
    if (said.code === 0)
      expect(JSON.parse(said.stdout)).not.toMatchObject({ sealed: true, id: second });
    else expect(said.code).not.toBe(0);
  });

  it("is found out with another question, another person, another place and another time", async () => {
    for (const change of [
      { who: "Eve" },
      { surface: "slack" },
      { at: "2026-01-01T00:00:00.000Z" },
      { openedBy: "agent" },
    ]) {
      const id = await put();
      await run(hub.state, ["answer", id, "1"]);
      const file = hub.files.readJson("sessions", id, "answers.json");
      const provenance = { ...file.provenance, ...change };
      hub.files.writeJson({ ...file, provenance }, "sessions", id, "answers.json");
      expect(await shown(id)).toMatchObject({ sealed: false });
    }
    const id = await put();
    await run(hub.state, ["answer", id, "1"]);
    const asked = hub.files.readJson("sessions", id, "request.json");
    const changed = JSON.parse(JSON.stringify(asked).replaceAll("Colour?", "Delete all?"));
    hub.files.writeJson(changed, "sessions", id, "request.json");
    expect(await shown(id)).toMatchObject({ sealed: false });
  });
});

function shell(script: string) {
  const env = {
    ...forger.cleaned,
    ...{ NODE: process.execPath, CLI, STATE: hub.state, TOKEN: hub.token },
    PORT: new URL(hub.url).port,
  };
  return forger.runs("bash", ["-c", script], env);
}

async function put(): Promise<string> {
  const asked = await runJson(hub.state, [
    "ask",
    "Colour?",
    "-o",
    "Red",
    "-o",
    "Blue",
    "--no-wait",
  ]);
  return asked.id;
}

async function permission(): Promise<string> {
  const { id } = await hub.desk.ask({
    questions: [
      {
        prompt: "Run make?",
        options: [{ label: "Allow once" }, { label: "Reject" }],
        selectionMode: "single",
      },
    ],
    source: { kind: "hook", client: "claude-code" },
    returnPath: "hook",
    dialog: {
      ...{ client: "claude-code", kind: "permission", toolName: "Bash", sessionId: "s" },
      ...{ input: { command: "make" }, updates: [], subagentId: null },
    },
  });
  return id;
}

function shown(id: string) {
  return runJson(hub.state, ["show", id]);
}

async function isUntouched(id: string) {
  expect((await hub.desk.load(id)).outcome).toBeNull();
}
