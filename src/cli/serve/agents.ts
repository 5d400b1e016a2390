/**
 * Composes the hub's side that faces agents: their log, their hooks and dialogs, the way
 * back to them, and events.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { createAgents } from "../../agents/agents.ts";
import { createCodexQueue } from "../../agents/channels/codex-queue.ts";
import { createTmuxChannel } from "../../agents/channels/tmux-channel.ts";
import { isHeadlessRun } from "../../agents/clients/claude-code/transcript-tail.ts";
import { readShortText, writtenPlan } from "../../agents/clients/claude-code/written-plan.ts";
import { createDialogRules, isAllowedByPerson } from "../../agents/dialogs/dialog-rules.ts";
import { dialogMessages } from "../../agents/dialogs/messages.ts";
import { runningAgents } from "../../agents/running-agents.ts";
import { awayPath, openAway } from "../../desk/attention/presence.ts";
import { openRules } from "../../desk/rules/rules-file.ts";
import { openScriptMemory, scriptMemoryPath } from "../../desk/rules/script-memory.ts";
import { createAgentsApi } from "../../hub/agents-api.ts";
import { createAskEvents } from "../../hub/ask-events.ts";
import { createEvents } from "../../hub/events.ts";
import type { HubPart } from "../../hub/hub.ts";
import { createHookSource } from "../../sources/hooks/hook-source.ts";
import { systemClock } from "../../store/clock.ts";
import { isGone, processWith, thisProcess } from "../../store/process-identity.ts";
import { openSqlLog } from "../../store/sql/sql-log.ts";
import type { HubAgents } from "../../surfaces/surface.ts";
import { agentLogPath } from "../agent-log.ts";
import type { Context } from "../context.ts";
import {
  dialogMarker,
  markedAsks,
  markedSessions,
  marksOf,
  pruneMarks,
} from "../hook/dialog-marks.ts";
import { onPath } from "../launch.ts";
import { VERSION } from "../runtime.ts";

export interface AgentSide {
  parts: HubPart[];
  /** The agents as surfaces know them; null if they cannot be followed. */
  forSurfaces: HubAgents | null;
  /** Catches up on what was missed. Called once the hub can be reached. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openAgentSide(context: Context): Promise<AgentSide> {
  const { desk, settings, locale, onWarning } = context;
  const { stateDirectory } = settings.values;
  const log = await openSqlLog({ path: agentLogPath(settings) });
  const away = openAway(awayPath(stateDirectory));
  const isAway = () => away.load(new Date()) !== null;
  const tmux = createTmuxChannel();
  const agents = createAgents({
    ...{ desk, log, tmux, onWarning },
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    channels: [tmux, createCodexQueue({ findProgram: () => onPath("codex") })],
    tools: {
      ...{ text: dialogMessages(locale), readText: readShortText, planOf: writtenPlan, isAway },
      passkeyFor: settings.values.passkeyFor,
      holdCalls: settings.values.holdGeminiCalls,
      isHeadlessRun,
      headless: {
        seconds: settings.values.headlessSeconds,
        awaySeconds: settings.values.headlessAwaySeconds,
      },
    },
    rulingOn: createDialogRules({
      ...{ file: openRules(), locale, onWarning },
      memory: openScriptMemory(scriptMemoryPath(stateDirectory)),
      // An ask that was cleaned away is asked again.
      wasAllowed: (askId) => desk.load(askId).then(isAllowedByPerson, () => false),
    }),
    // With no hub, the later hooks of the session find the ask by this.
    onDialog: dialogMarker(stateDirectory),
    dialogAsksOf: (sessionId) => markedAsks(marksOf(stateDirectory, sessionId), desk),
    isGone,
    codex: {
      home: process.env["CODEX_HOME"] || join(homedir(), ".codex"),
      ...{ version: VERSION, owner: thisProcess() },
    },
  });
  const { send, deliveries, onEvent } = agents;
  const hooks = createHookSource({
    agents,
    spoolDirectory: join(stateDirectory, "spool"),
    sessionsDirectory: settings.values.sessionsDirectory,
    processOf: processWith,
    onWarning,
  });
  const events = createEvents({ log, onEvent, asks: createAskEvents(desk) });
  const api = createAgentsApi({ log, send });
  const { interrupt } = deliveries;
  const running = runningAgents({ log, send, interrupt, onEvent });
  return {
    parts: [hooks, events, api],
    forSurfaces: { log, deliveries, onEvent, running },
    async start() {
      await agents.start(hooks.spool.drain);
      for (const session of markedSessions(stateDirectory)) await pruneMarks(session, desk);
    },
    async close() {
      await agents.close();
      await log.close();
    },
  };
}
