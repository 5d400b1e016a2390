/**
 * `GET /metrics`: this hub's figures for Prometheus and the like. It has a token of its own, which
 * opens nothing else; no cookie and no other token opens it, and without one it does not exist.
 */
import type { LogEvent } from "../../core/agent/log-event.ts";
import type { Desk } from "../../desk/desk.ts";
import { refused } from "../../http/refused.ts";
import { newRoutes } from "../../http/routes.ts";
import { isSame } from "../../http/secrets.ts";
import type { HubPart } from "../hub.ts";
import { measureAsks } from "./ask-figures.ts";
import { createHistogram } from "./histogram.ts";
import { CONTENT_TYPE, type Family, openMetricsText, type Sample } from "./open-metrics.ts";
import { measureProcess } from "./process-figures.ts";

export interface MetricsParts {
  readonly token: string;
  readonly version: string;
  readonly desk: Pick<Desk, "watch" | "count">;
  /** Every event of the log of agents; absent where agents cannot be followed. */
  readonly onEvent?: ((listener: (event: LogEvent) => void) => () => void) | undefined;
  /** Open connections by kind, as they are now. */
  connections(): Readonly<Record<string, number>>;
  /** Whether this hub takes requests. */
  isReady(): boolean;
}

const HEARD_WITHIN = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

export interface Metrics extends HubPart {
  /** Begins to measure asks, once the store can be read. */
  start(): Promise<void>;
}

export function openMetrics(parts: MetricsParts): Metrics {
  const asks = measureAsks(parts.desk);
  const own = measureProcess(parts.version);
  const deliveries = new Map<string, number>();
  const lag = createHistogram("follower", HEARD_WITHIN);
  const stop = parts.onEvent?.(hear) ?? (() => undefined);
  const publicRoutes = newRoutes().get("/metrics", async (c) => {
    const [, given = ""] = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    if (!isSame(given, parts.token))
      return refused(401, "unauthorised", "Give the token for figures.", "Set it at the scraper.");
    return c.body(openMetricsText(await families()), 200, { "content-type": CONTENT_TYPE });
  });
  return { publicRoutes, start: asks.start, close };

  async function close() {
    stop();
    asks.close();
    own.close();
  }

  function hear(event: LogEvent) {
    lag.observe((Date.now() - Date.parse(event.at)) / 1000, "agents");
    if (event.type !== "delivery_updated") return;
    const { state } = event.delivery;
    deliveries.set(state, (deliveries.get(state) ?? 0) + 1);
  }

  async function families(): Promise<Family[]> {
    const ofAsks = await asks.families();
    return [
      ...ofAsks.map((family) =>
        family.name === "askline_follower_lag_seconds"
          ? { ...family, samples: [...family.samples, ...lag.samples()] }
          : family,
      ),
      {
        ...{ name: "askline_deliveries", type: "counter" },
        help: "Texts for agents, by the state that they came to.",
        samples: [...deliveries].map(
          ([state, value]): Sample => ({ suffix: "_total", labels: { state }, value }),
        ),
      },
      {
        ...{ name: "askline_connections", type: "gauge", help: "Open connections by kind." },
        samples: Object.entries(parts.connections()).map(([kind, value]) => ({
          labels: { kind },
          value,
        })),
      },
      {
        ...{ name: "askline_ready", type: "gauge", help: "Whether this hub takes requests." },
        samples: [{ value: parts.isReady() ? 1 : 0 }],
      },
      ...own.families(),
    ];
  }
}
