/**
 * Eight processes answer the same session at once. 20 rounds in `npm test`, 200 in `npm run soak`.
 */
import { expect, it } from "vitest";
import { SessionManager } from "../../src/store/file/session-manager.ts";
import { patient } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";
import { type OtherProcessError, startSessionProcess } from "../support/session-process.ts";

const ROUNDS = process.env["ASKLINE_SOAK"] ? 200 : 20;
const RACERS = 8;

it(`exactly one of ${RACERS} processes wins, in each of ${ROUNDS} rounds`, {
  timeout: patient(600_000),
}, async () => {
  using files = openSandbox();
  const sessions = new SessionManager({ baseDir: files.path, maxSessions: 1000 });
  const racers = Array.from({ length: RACERS }, () => startSessionProcess(files.path));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await sessions.createSession([
        { title: "Race", prompt: "Who is first?", options: [{ label: "Me" }] },
      ]);
      const results = await Promise.allSettled(
        racers.map((racer, number) => racer.call("saveSessionAnswers", id, answerOf(id, number))),
      );
      const winners = results.flatMap((result, number) =>
        result.status === "fulfilled" ? [number] : [],
      );
      const losses = results.flatMap((result) =>
        result.status === "rejected" ? [(result.reason as OtherProcessError).code] : [],
      );
      expect(winners).toHaveLength(1);
      expect(losses).toEqual(Array(RACERS - 1).fill("already_settled"));
      expect(files.readJson(id, "answers.json").answers[0].customText).toBe(`racer ${winners[0]}`);
      expect(files.readJson(id, "status.json").status).toBe("completed");
    }
  } finally {
    await Promise.all(racers.map((racer) => racer.kill()));
  }
});

function answerOf(sessionId: string, number: number) {
  const timestamp = new Date().toISOString();
  return {
    sessionId,
    timestamp,
    answers: [{ questionIndex: 0, customText: `racer ${number}`, timestamp }],
  };
}
