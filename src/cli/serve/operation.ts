/** What a hub has for whoever runs it: its log, its figures, whether it is ready, and how it ends. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Hub, HubPart } from "../../hub/hub.ts";
import type { Metrics } from "../../hub/metrics/metrics.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../failure.ts";
import { VERSION } from "../runtime.ts";
import type { AgentSide } from "./agents.ts";
import { type HubLog, logWarningsOfNode } from "./log.ts";
import { logAsks } from "./log-asks.ts";
import { followReadiness, type Readiness } from "./readiness.ts";

export interface Operation {
  readonly readiness: Readiness;
  readonly parts: readonly HubPart[];
  /** Begins to follow the asks, once the store can be read. */
  follow(): Promise<void>;
  /** The hub takes requests from now on. */
  started(hub: Hub): void;
  /** It was told to end: resolves once its balancer had the time to notice. */
  stopping(): Promise<void>;
  close(): void;
}

/** The token is only in the environment: `askline config` shows every setting. */
const METRICS_TOKEN = "ASKLINE_METRICS_TOKEN";
// 128 random bits in hexadecimal digits.
const SHORTEST_TOKEN = 32;

export async function openOperation(
  { desk, settings: { values } }: Context,
  { forSurfaces }: AgentSide,
  { log, metricsToken: token }: { log: HubLog; metricsToken: string | undefined },
): Promise<Operation> {
  const readiness = followReadiness(desk);
  const isLogging = values.log === "json";
  if (isLogging) logWarningsOfNode(log);
  let hub: Hub | undefined;
  let metrics: Metrics | undefined;
  if (token !== undefined) {
    const { openMetrics } = await import("../../hub/metrics/metrics.ts");
    const connections = () => ({ http: hub?.connections ?? 0 });
    const { isReady } = readiness;
    const { onEvent } = forSurfaces ?? {};
    metrics = openMetrics({ token, version: VERSION, desk, onEvent, connections, isReady });
  }
  let stopLogging = () => {};
  const parts = metrics === undefined ? [] : [metrics];
  return { readiness, parts, follow, started, stopping, close: () => stopLogging() };

  async function follow() {
    await metrics?.start();
    if (isLogging) stopLogging = await logAsks(desk, log);
  }

  function started(one: Hub) {
    hub = one;
    readiness.become("ready");
    log.event("ready", { url: one.url, version: VERSION });
  }

  async function stopping() {
    readiness.become("stopping");
    log.event("stopping", { drainSeconds: values.drainSeconds });
    await sleep(values.drainSeconds * 1000);
  }
}

/** Undefined where there are to be no figures. Throws UsageError. */
export function metricsTokenHere(): string | undefined {
  const token = process.env[METRICS_TOKEN];
  if (token === undefined || token === "") return undefined;
  if (token.length < SHORTEST_TOKEN)
    throw new UsageError((usage) => usage.shortMetricsToken(METRICS_TOKEN, SHORTEST_TOKEN));
  return token;
}
