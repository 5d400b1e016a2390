/**
 * Notices that an agent's dialogs were answered or closed in its own terminal. A yes there is told by no hook until the tool
 * has run, which may take hours; but the client writes down whether it waits for its person, and once it waits no more,
 * none of its dialogs is open. What was decided, nobody can tell from it.
 */

import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { Clock } from "../../store/clock.ts";
import { type ClientStatus, statusFilesOf } from "../clients/claude-code/status-files.ts";

export interface Closed {
  /** The agent goes on with its work, rather than having been interrupted. */
  isWorking: boolean;
}

const LOOK_EVERY_MS = 150;
// Between two dialogs the client waits for nobody for a moment, and what it writes down may lag behind its hooks. Also,
// a tool that is quick tells by itself, and tells more.
const QUIET_MS = 400;

/** Of a dialog that is on the agent's screen, or comes up there now. Returns what ends it. `onClosed` is called at most once. */
export function watchTerminal(
  event: DialogEvent,
  clock: Clock,
  onClosed: (closed: Closed) => void,
): () => void {
  const { client, transcriptPath, sessionId } = event;
  if (client !== "claude-code" || transcriptPath === null) return () => undefined;
  const files = statusFilesOf(transcriptPath, sessionId);
  let hasWaited = false;
  let quietSince: number | null = null;
  let cancel = () => {};
  look();
  return () => cancel();

  function look() {
    const status = files.read();
    if (isOver(status)) return onClosed({ isWorking: status === "working" });
    cancel = clock.after(LOOK_EVERY_MS, look);
  }

  function isOver(status: ClientStatus | null): boolean {
    if (status === "waiting") hasWaited = true;
    if (status === "waiting" || status === null) quietSince = null;
    else quietSince ??= clock.now().getTime();
    return hasWaited && quietSince !== null && clock.now().getTime() - quietSince >= QUIET_MS;
  }
}
