/**
 * A process with a SessionManager: creates, waits, answers, and measures what a
 * bare process would need.
 */
import { Socket } from "node:net";
import { SessionManager } from "../../dist/session.js";
import { serve } from "../support/commands.mjs";
import { stamp } from "../support/figures.mjs";
import { timeFsyncs } from "../support/fsync.mjs";
import { answersTo, QUESTIONS } from "../support/sessions.mjs";

let manager;

serve({
  async open(baseDir) {
    manager = new SessionManager({ baseDir });
    await manager.initialize();
  },
  create: () => manager.createSession(QUESTIONS),
  pending: () => manager.getPendingSessions(),
  async wait(id) {
    await manager.waitForAnswers(id);
    return stamp();
  },
  async answer(id) {
    const answers = answersTo(id);
    const startedAt = stamp();
    await manager.saveSessionAnswers(id, answers);
    return { startedAt, acknowledgedAt: stamp() };
  },
  async cycles(count) {
    for (let cycle = 0; cycle < count; cycle++) {
      const id = await manager.createSession(QUESTIONS);
      await manager.saveSessionAnswers(id, answersTo(id));
    }
  },
  timeFsyncs,
  echoPings,
  timePings,
});

async function echoPings(count) {
  const peer = openPeer();
  for (let ping = 0; ping < count; ping++) {
    await nextByte(peer);
    peer.write("o");
  }
}

async function timePings(count) {
  const peer = openPeer();
  const times = [];
  for (let ping = 0; ping < count; ping++) {
    const start = stamp();
    peer.write("i");
    await nextByte(peer);
    times.push(stamp() - start);
  }
  return times;
}

let openedPeer;

/** File descriptor 3 leads straight to the other worker. */
function openPeer() {
  openedPeer ??= new Socket({ fd: 3 });
  return openedPeer;
}

function nextByte(peer) {
  return new Promise((resolve) => peer.once("data", resolve));
}
