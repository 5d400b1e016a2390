/** A writer is killed at random moments. 20 rounds in `npm test`, 200 in `npm run soak`. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SessionManager } from "../../src/store/file/session-manager.ts";
import { openSandbox } from "../support/sandbox.ts";
import { startSessionProcess } from "../support/session-process.ts";

const ROUNDS = process.env["ASKLINE_SOAK"] ? 200 : 20;

it(`no acknowledged answer is lost and no file is torn when the writer dies, ${ROUNDS} times`, {
  timeout: 600_000,
}, async () => {
  using files = openSandbox();
  const sessions = new SessionManager({ baseDir: files.path, maxSessions: 100_000 });
  let diedInTheMiddle = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await Promise.all(Array.from({ length: 12 }, () => sessions.createSession([question])));
    const acknowledged = await answersBeforeDeath(files.path, ids);
    if (acknowledged.length > 0 && acknowledged.length < ids.length) diedInTheMiddle += 1;
    for (const id of ids) {
      for (const name of readdirSync(files.at(id)).filter((file) => file.endsWith(".json"))) {
        expect(() => JSON.parse(readFileSync(files.at(id, name), "utf8"))).not.toThrow();
      }
      if (acknowledged.includes(id)) expect((await sessions.getSessionAnswers(id))?.answers[0]?.customText).toBe(id);
      await settleWhateverIsLeft(sessions, id);
      expect((await sessions.getSessionStatus(id))?.status).toMatch(/completed|rejected/);
      expect(readdirSync(files.at(id)).filter((name) => name.startsWith("."))).toEqual([]);
    }
  }
  expect(diedInTheMiddle).toBeGreaterThan(0);
});

const question = { title: "Kill", prompt: "Still there?", options: [{ label: "Yes" }] };

/** The sessions whose answer the writer acknowledged before it was killed somewhere among them. */
async function answersBeforeDeath(baseDir: string, ids: string[]): Promise<string[]> {
  const writer = startSessionProcess(baseDir);
  await writer.call("getSessionCount");
  const acknowledged: string[] = [];
  const timestamp = new Date().toISOString();
  const calls = ids.map((sessionId) =>
    writer
      .call("saveSessionAnswers", sessionId, {
        sessionId,
        timestamp,
        answers: [{ questionIndex: 0, customText: sessionId, timestamp }],
      })
      .then(() => acknowledged.push(sessionId)),
  );
  setTimeout(() => void writer.kill(), Math.random() * 40);
  await Promise.allSettled(calls);
  await writer.kill();
  return acknowledged;
}

async function settleWhateverIsLeft(sessions: SessionManager, id: string) {
  await sessions.rejectSession(id, "left over").catch((error) => {
    if (error.code !== "already_settled") throw error;
  });
}
