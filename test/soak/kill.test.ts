/** A writer is killed at random moments. 8 rounds in `npm test`, 200 in `npm run soak`. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SessionManager } from "../../src/store/file/session-manager.ts";
import { patient } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";
import { startSessionProcess } from "../support/session-process.ts";

const ROUNDS = rounds(8, 200);
const question = { title: "Kill", prompt: "Still there?", options: [{ label: "Yes" }] };

it(`nothing acknowledged is lost and no file is torn when the writer dies, ${ROUNDS} times`, {
  timeout: patient(600_000),
}, async () => {
  using files = openSandbox();
  const sessions = new SessionManager({ baseDir: files.path, maxSessions: 100_000 });
  let diedInTheMiddle = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => sessions.createSession([question])),
    );
    const done = await workBeforeDeath(files.path, ids);
    if (done.size > 0 && done.size < ids.length) diedInTheMiddle += 1;
    for (const id of ids) await checkSession(files, sessions, id, done.get(id));
    for (const id of done.get("created") ?? [])
      expect((await sessions.validateSession(id)).issues).toEqual([]);
  }
  expect(diedInTheMiddle).toBeGreaterThan(0);
});

/** What the writer acknowledged before it was killed, by session, and the ids it created. */
async function workBeforeDeath(baseDir: string, ids: string[]): Promise<Map<string, string[]>> {
  const writer = startSessionProcess(baseDir);
  await writer.call("getSessionCount");
  const done = new Map<string, string[]>();
  // A number of acknowledgements, not a time: however slow the machine is, some work comes before
  // and after the kill.
  const enough = Math.floor(Math.random() * ids.length);
  const acknowledge = (id: string, what: string[]) => {
    done.set(id, what);
    if (done.size >= enough) dieSoon();
  };
  const dieSoon = () => void setTimeout(() => void writer.kill(), Math.random() * 5);
  const timestamp = new Date().toISOString();
  const calls = ids.flatMap((id, number) => {
    const answers = {
      sessionId: id,
      timestamp,
      answers: [{ questionIndex: 0, customText: id, timestamp }],
    };
    const settling =
      number % 2 === 0
        ? writer.call("saveSessionAnswers", id, answers)
        : writer.call("rejectSession", id, id);
    const creating =
      number % 4 === 0
        ? writer.call("createSession", [question])
        : Promise.reject(new Error("not this time"));
    return [
      settling.then(() => acknowledge(id, [number % 2 === 0 ? "completed" : "rejected"])),
      creating.then((created: string) =>
        acknowledge("created", [...(done.get("created") ?? []), created]),
      ),
    ];
  });
  if (enough === 0) dieSoon();
  await Promise.allSettled(calls);
  await writer.kill();
  return done;
}

async function checkSession(
  files: Sandbox,
  sessions: SessionManager,
  id: string,
  acknowledged: string[] | undefined,
) {
  for (const name of readdirSync(files.at(id)).filter((file) => file.endsWith(".json"))) {
    expect(() => JSON.parse(readFileSync(files.at(id, name), "utf8"))).not.toThrow();
  }
  await settleWhateverIsLeft(sessions, id);
  const status = await sessions.getSessionStatus(id);
  if (acknowledged !== undefined) expect(status?.status).toBe(acknowledged[0]);
  if (acknowledged?.[0] === "rejected") expect(status?.rejectionReason).toBe(id);
  if (acknowledged?.[0] === "completed")
    expect((await sessions.getSessionAnswers(id))?.answers[0]?.customText).toBe(id);
  expect(readdirSync(files.at(id)).filter((name) => name.startsWith("."))).toEqual([]);
}

async function settleWhateverIsLeft(sessions: SessionManager, id: string) {
  await sessions.rejectSession(id, "left over").catch((error) => {
    if (error.code !== "already_settled") throw error;
  });
}
