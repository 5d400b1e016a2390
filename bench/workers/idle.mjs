/**
 * A process that only waits: for a session, or for nothing at all on a bare timer.
 * Both load the same code.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { SessionManager } from "../../dist/session.js";
import { serve } from "../support/commands.mjs";
import { cpuMilliseconds } from "../support/figures.mjs";
import { answersTo, QUESTIONS } from "../support/sessions.mjs";

const SETTLE_MS = 1_000;

serve({
  async wait(baseDir, seconds) {
    const manager = new SessionManager({ baseDir });
    const id = await manager.createSession(QUESTIONS);
    const waiting = manager.waitForAnswers(id);
    const used = await cpuOver(seconds);
    await manager.saveSessionAnswers(id, answersTo(id));
    await waiting;
    return used;
  },
  async tick(seconds) {
    const timer = setInterval(() => {}, 200);
    const used = await cpuOver(seconds);
    clearInterval(timer);
    return used;
  },
});

/** Processor time, counted after the start-up is over. */
async function cpuOver(seconds) {
  await sleep(SETTLE_MS);
  const before = cpuMilliseconds();
  await sleep(seconds * 1000);
  return cpuMilliseconds() - before;
}
