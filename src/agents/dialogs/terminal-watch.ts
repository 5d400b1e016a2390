/**
 * Detects that an agent's dialogs were answered or closed in its own terminal. No hook reports a
 * yes there until the tool has run, which may take hours. But Claude Code keeps a status file that
 * says whether it waits for its person; when it stops waiting, none of its dialogs is open. The
 * file does not say what was decided.
 */

import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { Clock } from "../../store/clock.ts";
import { type ClientStatus, statusFilesOf } from "../clients/claude-code/status-files.ts";

export interface Closed {
  /** True if the agent works on; false if it was interrupted. */
  isWorking: boolean;
}

const LOOK_EVERY_MS = 150;
// Between two dialogs the client stops waiting for a moment, and its status file may lag behind its
// hooks. This pause also gives a quick tool time to finish, which shows the decision as well.
const QUIET_MS = 400;

/**
 * Watches a dialog that is on the agent's screen or about to appear there. Returns a function that
 * ends the watch. `onClosed` is called at most once.
 */
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
