/**
 * Composes the part of the hub that notifies a person. Surfaces that can
 * notify are registered with it.
 */
import { mkdirSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Attention,
  createAttention,
  type NotifyingSurface,
} from "../../desk/attention/attention.ts";
import {
  createFailureNotices,
  type FailureNotices,
  type FailureNoticesParts,
} from "../../desk/attention/failure-notices.ts";
import { openNoticeLog } from "../../desk/attention/notice-log.ts";
import { orderOf } from "../../desk/attention/policy.ts";
import { awayPath, followWhereabouts, openAway } from "../../desk/attention/presence.ts";
import { isQuiet } from "../../desk/attention/quiet-hours.ts";
import { attentionPath, followAttention } from "../../desk/attention/settings.ts";
import { ruledSurface } from "../../desk/rules/rules-file.ts";
import { newRoutes } from "../../http/routes.ts";
import type { HubPart } from "../../hub/hub.ts";
import { systemClock } from "../../store/clock.ts";
import type { Context } from "../context.ts";
import { urgentDefault } from "./urgent-default.ts";

export interface AttentionSide extends Pick<Attention, "register" | "start" | "close"> {
  failures: Pick<FailureNotices, "register" | "failed">;
  part: HubPart;
}

interface AttentionFacts extends Pick<FailureNoticesParts, "isCurrent"> {
  /** Whether a hub has run on this state folder before this start. */
  hasServedBefore: boolean;
}

export async function openAttentionSide(
  { desk, store, settings, presence, onWarning }: Context,
  { hasServedBefore, isCurrent }: AttentionFacts,
): Promise<AttentionSide> {
  const { stateDirectory } = settings.values;
  const away = openAway(awayPath(stateDirectory));
  const file = attentionPath();
  const byDefault = await urgentDefault({ file, stateDirectory, hasServedBefore, onWarning });
  const registered = new Map<string, NotifyingSurface>();
  const parts = { clock: systemClock, onWarning };
  const settingsNow = followAttention({ file, byDefault, onWarning });
  const whereabouts = followWhereabouts(presence, away, systemClock);
  const facts = { settings: settingsNow, whereabouts: whereabouts.now };
  const attention = createAttention({
    ...{ desk, jobs: store.jobs, ...parts, ...facts, ruledSurface },
    log: openNoticeLog(join(stateDirectory, "notices")),
  });
  const failures = createFailureNotices({ ...parts, ...facts, isCurrent });
  const stopWatching = watchFolder(dirname(awayPath(stateDirectory)), () => {
    whereabouts.forget();
    attention.reconsider();
  });
  return {
    register(surface) {
      registered.set(surface.name, surface);
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

  /** `GET /api/attention`: where the person is, and where they would be notified next. */
  function attentionNow() {
    whereabouts.forget();
    const wanted = settingsNow();
    const { away: isAway, lastUsed, awaySince } = whereabouts.now();
    const available = [...registered.values()].filter((one) => one.isSetUp?.() !== false);
    const names = available.map(({ name }) => name);
    const order = orderOf({ available: names, lastUsed, awaySince }, wanted, new Date());
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
