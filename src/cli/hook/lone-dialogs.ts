/** The dialogs of one hook process that has no hub: the same code that the hub runs for all. */
import { begunCalls, soonRefusedAt } from "../../agents/clients/claude-code/transcript-tail.ts";
import { readShortText, writtenPlan } from "../../agents/clients/claude-code/written-plan.ts";
import { type HeldDialogs, holdDialogs } from "../../agents/dialogs/held-dialogs.ts";
import { dialogMessages } from "../../agents/dialogs/messages.ts";
import type { AskingAgent } from "../../agents/dialogs/open-dialog-ask.ts";
import { rememberToolCalls, type ToolCalls } from "../../agents/turns/write/tool-calls.ts";
import { createDesk, type Desk } from "../../desk/desk.ts";
import type { Settings } from "../../desk/settings.ts";
import { systemClock } from "../../store/clock.ts";
import { isGone, lifeOf, thisProcess } from "../../store/process-identity.ts";
import { languageHere } from "../language.ts";
import { openStoreHere } from "../store-here.ts";
import { dialogMarker } from "./dialog-marks.ts";

export interface LoneDialogs {
  readonly desk: Desk;
  /** Made when they are first needed: a hook that has a hub all the while needs none. */
  readonly dialogs: () => HeldDialogs;
  readonly calls: ToolCalls;
  close(): Promise<void>;
}

type LoneSettings = Pick<
  Settings,
  | "sessionsDirectory"
  | "stateDirectory"
  | "passkeyFor"
  | "redact"
  | "databaseUrl"
  | "databaseListenUrl"
>;

/** No hub has given the agent a number, and no log has a turn to link. */
export const NO_AGENT: AskingAgent = { agentId: 0, linkAsk: async () => undefined };

export function openLoneDialogs(settings: LoneSettings): LoneDialogs {
  const { stateDirectory, passkeyFor } = settings;
  // What goes wrong here must not be printed: the agent's client reads our output.
  const onWarning = () => undefined;
  const store = openStoreHere({ settings, locale: languageHere, onWarning });
  const newId = () => crypto.randomUUID();
  const clock = systemClock;
  const desk = createDesk({ store, clock, newId, owner: thisProcess, lifeOf, onWarning });
  const calls = rememberToolCalls();
  let dialogs: HeldDialogs | undefined;
  return {
    ...{ desk, calls, dialogs: () => (dialogs ??= holdThem()) },
    async close() {
      await dialogs?.close();
      await desk.close();
    },
  };

  function holdThem(): HeldDialogs {
    return holdDialogs({
      ...{ desk, newId, clock, calls, refusedAt: soonRefusedAt, begunCalls },
      onPut: dialogMarker(stateDirectory),
      isGone,
      tools: {
        text: dialogMessages(languageHere()),
        readText: readShortText,
        planOf: writtenPlan,
        passkeyFor,
      },
    });
  }
}
