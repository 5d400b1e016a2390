/**
 * Askline's configuration: one JSON file, then the environment, then flags; later wins, and each
 * value knows its origin.
 */
import { join } from "node:path";
import { z } from "zod";
import { AsklineError } from "../core/ask/errors.ts";
import { sentenceOf } from "../core/ask/question.ts";
import { DATABASE_ADDRESS, withoutPassword } from "../store/database-address.ts";
import { type Disk, thisMachine } from "../store/machine.ts";
import { configDirectory, defaultStateDirectory } from "./places.ts";
import { type UnknownKey, unknownKeysIn } from "./unknown-keys.ts";

const onOrOff = () =>
  z.union([z.boolean(), z.stringbool()], { error: () => "It has to be true or false" });
// Only the form is checked; listening shows whether the machine has this address.
const ADDRESS = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)$/i;

/** The address may hold a password, so it is not repeated when it is wrong. */
const databaseAddress = (what: string) =>
  z
    .string()
    .regex(
      DATABASE_ADDRESS,
      "It is not an address such as postgres://askline@db.example.com/askline " +
        "or sqlite:/srv/askline/asks.sqlite",
    )
    .describe(what);

/** The environment and flags have numbers as text. */
const number = (within: (plain: z.ZodNumber) => z.ZodNumber) =>
  z.preprocess(numberIn, within(z.number({ error: notANumber })));

function numberIn(value: unknown): unknown {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? value : number;
}

/** The environment and flags have it as text: `door=30,*=365`. */
function daysIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const pairs = value.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, project = pair, days = ""] = /^\s*(.*?)\s*=\s*(\d*\.?\d*)\s*$/.exec(pair) ?? [];
      return [project, days === "" ? Number.NaN : Number(days)];
    }),
  );
}

function notANumber({ code, input }: z.core.$ZodRawIssue): string | undefined {
  return code === "invalid_type"
    ? `It has to be a number, not ${JSON.stringify(input)}`
    : undefined;
}

/**
 * One schema for each setting, made when it is needed: nearly always all values are built in, and
 * those need no check.
 */
export const settingSchemas = {
  stateDirectory: () => z.string().min(1).describe("Where everything Askline remembers is kept"),
  sessionsDirectory: () =>
    z
      .string()
      .min(1)
      .describe("Where the sessions are; shared with other programs of the same format"),
  databaseUrl: () =>
    databaseAddress("Where the asks are kept instead of files: postgres://… or sqlite:/…"),
  databaseListenUrl: () =>
    databaseAddress(
      "A direct connection to the same PostgreSQL, where databaseUrl leads through a pooler",
    ),
  retentionDays: () =>
    number((plain) => plain.min(0).max(36_500)).describe(
      "Sessions older than this go with `askline cleanup`; 0 keeps them",
    ),
  retentionByProject: () =>
    z
      .preprocess(daysIn, z.record(z.string().min(1), z.number().min(0).max(36_500)))
      .describe(
        "After how many days the hub removes what is settled: by project, * for every other; 0 never",
      ),
  redact: () =>
    z
      .enum(["shared", "always", "never"])
      .describe("Where keys and tokens in an ask are hidden before it is stored"),
  handOff: () =>
    onOrOff().describe(
      "Whether provide_choice may return a command that opens a terminal, where there is none",
    ),
  mcpWaitSeconds: () =>
    number((plain) => plain.min(0)).describe(
      "How long an MCP call waits before it returns pending; 0 goes by the client",
    ),
  formsInClaudeCode: () =>
    onOrOff().describe(
      "Whether Claude Code shows Askline's questions in a form too; it then speaks the older protocol",
    ),
  dialogsWithoutHub: () =>
    onOrOff().describe(
      "Whether an agent's dialogs can be answered from other terminals while no hub runs",
    ),
  holdGeminiCalls: () =>
    z
      .enum(["away", "always", "never"])
      .describe("When a call of Gemini CLI that may do harm waits to be denied from anywhere"),
  headlessSeconds: () =>
    number((plain) => plain.positive().max(86_400)).describe(
      "How long an agent that nobody attends waits for a permission",
    ),
  headlessAwaySeconds: () =>
    number((plain) => plain.positive().max(86_400)).describe("The same while you are away"),
  port: () =>
    number((plain) => plain.int().min(0).max(65_535)).describe("The port of `askline serve`"),
  browser: () => z.string().min(1).describe("auto, none, or the command that opens an address"),
  log: () => z.enum(["text", "json"]).describe("How `askline serve` says what happens"),
  drainSeconds: () =>
    number((plain) => plain.min(0).max(300)).describe(
      "How long a hub that was told to end still takes requests, for its balancer to notice",
    ),
  linkHost: () =>
    z
      .enum(["askline.localhost", "localhost", "127.0.0.1"])
      .describe("The host in links for browsers on this machine"),
  passkeyFor: () =>
    z
      .enum(["nothing", "destructive", "permissions"])
      .describe("What can only be allowed with a passkey: see `askline passkey`"),
  language: () =>
    z.enum(["auto", "en", "ko"]).describe("The language for people; auto follows the environment"),
  "voice_bridge.auth.localhost_bypass": () =>
    onOrOff().describe("Whether voice needs no token from this machine itself"),
  "voice_bridge.network.bind_address": () =>
    z
      .string()
      .regex(ADDRESS, "It is not an address such as 127.0.0.1, 0.0.0.0 or ::")
      .describe("Where `askline serve` listens; 0.0.0.0 lets other devices reach it"),
  "voice_bridge.network.public_address": () =>
    z
      .string()
      .regex(
        /^(?:https:\/\/[a-z0-9.-]+(?::\d+)?)?$/i,
        "It is not an address such as https://askline.example.net",
      )
      .describe(
        "The https address of a tunnel that leads to the hub, which phones need for the microphone",
      ),
  "push.alsoTo": () =>
    z
      .string()
      .regex(
        /^(?:https?:\/\/[a-z0-9.-]+(?::\d+)?)?$/i,
        "It is not an origin such as https://push.example.net",
      )
      .describe("A push service of your own, in your own network, that browsers may be reached by"),
  "voice_bridge.uploads.largest_megabytes": () =>
    number((plain) => plain.positive().max(500)).describe(
      "The largest file that a device may hand to an agent",
    ),
};
export type Settings = {
  [key in keyof typeof settingSchemas]: z.infer<ReturnType<(typeof settingSchemas)[key]>>;
};
type Key = keyof Settings;

/** A value as people and programs may see it: without passwords. */
export function shownValue(key: Key, value: Settings[Key]): Settings[Key] {
  const isAddress = key === "databaseUrl" || key === "databaseListenUrl";
  return isAddress ? withoutPassword(String(value)) : value;
}

export interface Origin {
  kind: "built-in" | "file" | "environment" | "flag";
  /** The file, variable or flag that gave the value. */
  name?: string;
}

export interface LoadedSettings {
  values: Settings;
  origins: Record<Key, Origin>;
  file: string;
  /** Keys of the file that mean nothing. They are told of, and otherwise ignored. */
  unknown: UnknownKey[];
}

export class InvalidSettings extends AsklineError {
  readonly code = "invalid_settings";
  readonly suggestion = "Correct it there, then run `askline config` to see what holds.";
}

const VARIABLES: Record<Key, string> = {
  stateDirectory: "ASKLINE_STATE_DIR",
  sessionsDirectory: "ASKLINE_SESSIONS_DIR",
  databaseUrl: "ASKLINE_DATABASE_URL",
  databaseListenUrl: "ASKLINE_DATABASE_LISTEN_URL",
  retentionDays: "ASKLINE_RETENTION_DAYS",
  retentionByProject: "ASKLINE_RETENTION_BY_PROJECT",
  redact: "ASKLINE_REDACT",
  handOff: "ASKLINE_HAND_OFF",
  mcpWaitSeconds: "ASKLINE_MCP_WAIT_SECONDS",
  formsInClaudeCode: "ASKLINE_FORMS_IN_CLAUDE_CODE",
  dialogsWithoutHub: "ASKLINE_DIALOGS_WITHOUT_HUB",
  holdGeminiCalls: "ASKLINE_HOLD_GEMINI_CALLS",
  headlessSeconds: "ASKLINE_HEADLESS_SECONDS",
  headlessAwaySeconds: "ASKLINE_HEADLESS_AWAY_SECONDS",
  port: "ASKLINE_PORT",
  browser: "ASKLINE_BROWSER",
  log: "ASKLINE_LOG",
  drainSeconds: "ASKLINE_DRAIN_SECONDS",
  linkHost: "ASKLINE_LINK_HOST",
  passkeyFor: "ASKLINE_PASSKEY_FOR",
  language: "ASKLINE_LANGUAGE",
  "voice_bridge.auth.localhost_bypass": "ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS",
  "voice_bridge.network.bind_address": "ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS",
  "voice_bridge.network.public_address": "ASKLINE_VOICE_BRIDGE_NETWORK_PUBLIC_ADDRESS",
  "push.alsoTo": "ASKLINE_PUSH_ALSO_TO",
  "voice_bridge.uploads.largest_megabytes": "ASKLINE_VOICE_BRIDGE_UPLOADS_LARGEST_MEGABYTES",
};

const KEYS = Object.keys(VARIABLES) as Key[];

export function loadSettings(
  flags: { [key in Key]?: string | undefined } = {},
  environment: Record<string, string | undefined> = process.env,
  disk: Disk = thisMachine.disk,
): LoadedSettings {
  const file = join(configDirectory(environment), "config.json");
  const inFile = readConfigFile(file, disk);
  const chosen = Object.fromEntries(KEYS.map((key) => [key, pick(key)])) as Record<
    Key,
    { value: unknown; origin: Origin }
  >;
  if (chosen.sessionsDirectory.value === undefined) {
    chosen.sessionsDirectory.value = join(String(chosen.stateDirectory.value), "sessions");
  }
  const complaints: string[] = [];
  const values = Object.fromEntries(KEYS.map((key) => [key, checked(key)])) as Settings;
  if (complaints.length > 0) throw new InvalidSettings(complaints.join(" "));
  const origins = Object.fromEntries(KEYS.map((key) => [key, chosen[key].origin])) as Record<
    Key,
    Origin
  >;
  return { values, origins, file, unknown: unknownKeysIn(inFile, KEYS) };

  function pick(key: Key): { value: unknown; origin: Origin } {
    const variable = VARIABLES[key];
    if (flags[key] !== undefined) return { value: flags[key], origin: { kind: "flag" } };
    if (environment[variable])
      return { value: environment[variable], origin: { kind: "environment", name: variable } };
    const written = inFile[key] ?? nestedIn(inFile, key);
    if (written !== undefined) return { value: written, origin: { kind: "file", name: file } };
    return { value: builtIn(key, environment), origin: { kind: "built-in" } };
  }

  function checked(key: Key): unknown {
    const { value, origin } = chosen[key];
    if (origin.kind === "built-in") return value;
    const read = settingSchemas[key]().safeParse(value);
    const cameFrom = `It comes from ${origin.name ?? origin.kind}.`;
    for (const { path, message } of read.error?.issues ?? [])
      complaints.push(`${sentenceOf({ path: [key, ...path], message })} ${cameFrom}`);
    return read.data;
  }
}

function builtIn(key: Key, environment: Record<string, string | undefined>): unknown {
  switch (key) {
    case "stateDirectory":
      return defaultStateDirectory(environment);
    case "sessionsDirectory":
      return undefined;
    case "retentionDays":
      return 7;
    case "retentionByProject":
      return {};
    case "redact":
      return "shared";
    case "handOff":
      return true;
    case "mcpWaitSeconds":
      return 0;
    case "formsInClaudeCode":
      return false;
    case "dialogsWithoutHub":
      return true;
    case "holdGeminiCalls":
      return "away";
    case "headlessSeconds":
      return 45;
    case "headlessAwaySeconds":
      return 600;
    case "port":
      return 8475;
    case "browser":
      return "auto";
    case "log":
      return "text";
    case "drainSeconds":
      return 0;
    case "linkHost":
      // Safari asks the system for names below localhost, and the system knows none.
      return process.platform === "darwin" ? "localhost" : "askline.localhost";
    case "passkeyFor":
      return "nothing";
    case "language":
      return "auto";
    case "voice_bridge.auth.localhost_bypass":
      return false;
    case "voice_bridge.network.bind_address":
      return "127.0.0.1";
    case "voice_bridge.network.public_address":
    case "push.alsoTo":
    case "databaseUrl":
    case "databaseListenUrl":
      return "";
    case "voice_bridge.uploads.largest_megabytes":
      return 20;
  }
}

/** A key with dots may also be written as nested objects. */
function nestedIn(values: Record<string, unknown>, key: string): unknown {
  let value: unknown = values;
  for (const name of key.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function readConfigFile(file: string, disk: Disk): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(disk.readFileSync(file, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new InvalidSettings(`${file} is not a JSON object that can be read.`, { cause });
  }
}
