/**
 * Composes the part of the hub that notifies a person. Surfaces that can
 * notify are registered with it.
 */
import { mkdirSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { type Attention, createAttention } from "../../desk/attention/attention.ts";
import { awayPath, openAway } from "../../desk/attention/away.ts";
import {
  createFailureNotices,
  type FailureNotices,
  type FailureNoticesParts,
} from "../../desk/attention/failure-notices.ts";
import { openNoticeLog } from "../../desk/attention/notice-log.ts";
import { orderOf } from "../../desk/attention/policy.ts";
import { isQuiet } from "../../desk/attention/quiet-hours.ts";
import { attentionPath, loadAttention } from "../../desk/attention/settings.ts";
import { ruledSurface } from "../../desk/rules/ruled-ask.ts";
import { newRoutes } from "../../http/routes.ts";
import type { HubPart } from "../../hub/hub.ts";
import { systemClock } from "../../store/clock.ts";
import type { Context } from "../context.ts";
import { urgentDefault } from "./urgent-default.ts";

export interface AttentionSide extends Pick<Attention, "register" | "start" | "close"> {
  failures: Pick<FailureNotices, "register" | "failed">;
  part: HubPart;
}

// A person at this machine sees its desktop, whichever of these they used.
const AT_THIS_MACHINE = new Set(["terminal", "inbox", "command", "agent"]);
// A thousand asks may be checked in one moment, with the same files for all of them.
const FRESH_MS = 500;

interface AttentionFacts extends Pick<FailureNoticesParts, "isCurrent"> {
  /** Whether a hub has run on this state folder before this start. */
  hasServedBefore: boolean;
}

export async function openAttentionSide(
  { desk, settings, presence }: Context,
  { hasServedBefore, isCurrent }: AttentionFacts,
): Promise<AttentionSide> {
  const { stateDirectory } = settings.values;
  const onWarning = (message: string) => void process.stderr.write(`${message}\n`);
  const away = openAway(awayPath(stateDirectory));
  const file = attentionPath();
  const byDefault = await urgentDefault({ file, stateDirectory, hasServedBefore, onWarning });
  const registered = new Set<string>();
  let lastProblem = "";
  let known: { at: number; values: ReturnType<typeof read> } | undefined;
  const attention = createAttention({
    ...{ desk, clock: systemClock, ruledSurface, onWarning },
    log: openNoticeLog(join(stateDirectory, "notices")),
    settings: () => now().settings,
    whereabouts: () => now(),
  });
  const failures = createFailureNotices({
    ...{ clock: systemClock, isCurrent, onWarning },
    settings: () => now().settings,
    whereabouts: () => now(),
  });
  const stopWatching = watchFolder(dirname(awayPath(stateDirectory)), () => {
    known = undefined;
    attention.reconsider();
  });
  return {
    register(surface) {
      registered.add(surface.name);
      return attention.register(surface);
    },
    start: attention.start,
    failures,
    async close() {
      stopWatching();
      await failures.close();
      await attention.close();
    },
    part: {
      routes: newRoutes().get("/api/attention", (c) => c.json(attentionNow())),
      close: async () => undefined,
    },
  };

  function now() {
    const at = Date.now();
    if (known === undefined || at - known.at > FRESH_MS) known = { at, values: read() };
    return known.values;
  }

  function read() {
    const { settings: wanted, problems } = loadAttention(file, byDefault);
    const problem = problems.join(" ");
    if (problem !== "" && problem !== lastProblem) onWarning(`${problem} The usual settings hold.`);
    lastProblem = problem;
    const last = presence.lastUsed();
    const lastUsed = last && {
      ...last,
      surface: AT_THIS_MACHINE.has(last.surface) ? "desktop" : last.surface,
    };
    const isAway = away.load(new Date());
    return { settings: wanted, lastUsed, awaySince: isAway?.since ?? null, away: isAway };
  }

  /** `GET /api/attention`: where the person is, and where they would be notified next. */
  function attentionNow() {
    known = undefined;
    const { settings: wanted, away: isAway, lastUsed, awaySince } = now();
    const order = orderOf({ available: [...registered], lastUsed, awaySince }, wanted, new Date());
    const quiet = wanted.quietHours !== undefined && isQuiet(wanted.quietHours, new Date());
    return { away: isAway, lastUsed: presence.lastUsed(), isQuiet: quiet, surfaces: order };
  }
}

/** If watching fails, a change is still noticed within a minute. */
function watchFolder(folder: string, onChange: () => void): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, onChange);
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
