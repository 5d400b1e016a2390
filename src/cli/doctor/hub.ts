/**
 * Checks the hub: whether it runs, is ours, has our version, and takes in the calls that
 * agents' hooks left for it.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LoadedSettings } from "../../desk/settings.ts";
import { findHub, type HubAddress } from "../../hub/address.ts";
import { spooledNames } from "../../sources/hooks/spool-file.ts";
import { placeName } from "../../surfaces/names.ts";
import { hubFileOf } from "../agent-log.ts";
import { VERSION } from "../runtime.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

const Trouble = z.object({ what: z.string(), todo: z.string().default("") });

/** The shape of `/healthz`. A surface with a connection of its own reports its state there. */
const Health = z.object({
  name: z.literal("askline"),
  version: z.string(),
  pid: z.int(),
  connections: z
    .record(
      z.string(),
      z.object({
        isConnected: z.boolean(),
        detail: z.string().optional(),
        troubles: z.array(z.object({ en: Trouble, ko: Trouble })).default([]),
      }),
    )
    .optional(),
});
type Health = z.infer<typeof Health>;

// The hub reads the spool every two seconds.
const SPOOL_PATIENCE_MS = 15_000;
const ANSWERS_WITHIN_MS = 3_000;

export async function examineHub(settings: LoadedSettings): Promise<Finding[]> {
  const file = hubFileOf(settings);
  const hub = await findHub(file);
  const health = hub === null ? null : await healthAt(hub.url);
  const spool = examineSpool(join(settings.values.stateDirectory, "spool"), hub !== null);
  if (hub === null) return [await withoutHub(settings, existsSync(file)), ...spool];
  return [
    ...runningHub(hub, health),
    ...(await examinePort(settings, hub)),
    ...connections(health),
    ...spool,
  ];
}

function runningHub({ url, pid }: HubAddress, health: Health | null): Finding[] {
  if (health === null || health.pid !== pid)
    return [problem("hub", (words) => words.foreignHub(url))];
  const { version } = health;
  if (version !== VERSION) return [problem("hub", (words) => words.otherVersion(version, VERSION))];
  return [well("hub", (words) => words.hub(url))];
}

async function withoutHub(
  { values: { port } }: LoadedSettings,
  wasThere: boolean,
): Promise<Finding> {
  const other = port === 0 ? "nobody" : await whoIsAt(port);
  if (other === "stranger") return problem("hub", (words) => words.portTaken(port));
  if (other !== "nobody") return problem("hub", (words) => words.otherHub(port, other.pid));
  return warning("hub", (words) => (wasThere ? words.hubEnded : words.noHub));
}

/**
 * A second hub with another state folder shows other questions, which confuses a person who
 * opens the usual address.
 */
async function examinePort(
  { values: { port } }: LoadedSettings,
  hub: HubAddress,
): Promise<Finding[]> {
  if (port === 0 || new URL(hub.url).port === String(port)) return [];
  const other = await whoIsAt(port);
  if (other === "nobody" || other === "stranger" || other.pid === hub.pid) return [];
  return [warning("hub", (words) => words.otherHub(port, other.pid))];
}

function connections(health: Health | null): Finding[] {
  const all = Object.entries(health?.connections ?? {});
  return all.flatMap(([name, { isConnected, detail = "", troubles }]) => {
    const told = troubles.map((trouble) => problem(name, ({ locale }) => trouble[locale]));
    const state = isConnected
      ? well(name, (words) => words.connected(placeName(name, words.locale)))
      : problem(name, (words) => words.notConnected(placeName(name, words.locale), detail));
    return [state, ...told];
  });
}

function examineSpool(folder: string, hasHub: boolean): Finding[] {
  const names = spooledNames(folder);
  const [oldest] = names;
  if (oldest === undefined) return [];
  if (!hasHub) return [warning("spool", (words) => words.spoolWaits(names.length))];
  const age =
    Date.now() - (statSync(join(folder, oldest), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age < SPOOL_PATIENCE_MS
    ? []
    : [problem("spool", (words) => words.spoolStuck(names.length))];
}

async function whoIsAt(port: number): Promise<Health | "stranger" | "nobody"> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    return Health.safeParse(await response.json()).data ?? "stranger";
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return code === "ECONNREFUSED" ? "nobody" : "stranger";
  }
}

async function healthAt(url: string): Promise<Health | null> {
  const found = await whoIsAt(Number(new URL(url).port));
  return found === "nobody" || found === "stranger" ? null : found;
}
