/**
 * Slack's configuration: `slack.json` in the config folder, and the tokens in the state folder or
 * the environment.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Urgency } from "../../../core/ask/ask.ts";
import { sentenceOf } from "../../../core/ask/question.ts";
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import { QuietHours } from "../../../desk/attention/quiet-hours.ts";
import { configDirectory } from "../../../desk/places.ts";
import { readJson, writeJson } from "../../../store/file/durable-file.ts";
import { refuseExposed, secretExposure } from "../../../store/file/private-file.ts";

const PLACE_HELP =
  "Write an id such as C024BE91L, U024BE7LH or C…:ts; for a name, " +
  "`askline slack connect --send-to '#general'` finds it.";
const PERSON_HELP =
  "Write a person's id such as U024BE7LH (their profile in Slack, then ⋮ and “Copy member ID”), " +
  "or anyone; for a name, `askline slack connect --allow @ada` finds it.";

/** A channel (C…, G…, D…), a person (U…, W…), or a thread (`C…:1700000000.000100`). */
const Place = z.string().regex(/^[CGDUW][A-Z0-9]+(:\d+\.\d+)?$/, PLACE_HELP);

/** In a list of people: every full member of the workspace who can see the message. */
export const ANYONE = "anyone";

/** A name is no id: its owner can change it, and so can somebody who wants to be taken for them. */
const Person = z.string().regex(/^(?:[UW][A-Z0-9]+|anyone)$/, PERSON_HELP);
const People = z.union([z.literal(ANYONE), z.array(Person)]);

/**
 * One rule about where asks are sent. The first rule that fits an ask decides; a field left out
 * fits everything.
 */
export const Rule = z.strictObject({
  project: z.string().optional().describe("The project's name"),
  source: z
    .string()
    .optional()
    .describe("The kind of source: mcp, command, hook, agent, program, …"),
  urgency: z.union([Urgency, z.array(Urgency)]).optional(),
  to: z.union([Place, z.array(Place)]).describe("Where it is sent; an empty list sends it nowhere"),
  afterSeconds: z
    .number()
    .min(0)
    .optional()
    .describe("Only if nobody answered elsewhere for that long"),
  people: People.optional().describe("Who may answer these asks, instead of `people` for all"),
});
export type Rule = z.infer<typeof Rule>;

export const SlackConfig = z.strictObject({
  transport: z.enum(["socket", "http"]).default("socket"),
  people: People.default([]).describe(
    "Who may answer and talk to agents, by user id; `anyone` is every full member of the " +
      "workspace who can see the message",
  ),
  send: z.array(Rule).default([]),
  quietHours: QuietHours.optional().describe(
    "Asks wait until they are over; urgent ones only if `urgentPasses` is false",
  ),
  language: z
    .enum(["auto", "en", "ko"])
    .default("auto")
    .describe("For channels; a person alone is asked in their own"),
  agent: z
    .strictObject({
      command: z.array(z.string()).min(1),
      workingDirectory: z.string().optional(),
      environment: z.record(z.string(), z.string()).optional(),
      timeLimitMinutes: z
        .number()
        .positive()
        .optional()
        .describe("How long it may work on one message; 120 unless set"),
    })
    .optional()
    .describe("What a message to the bot starts"),
});
export type SlackConfig = z.infer<typeof SlackConfig>;

export const Tokens = z.object({
  botToken: z.string().optional(),
  appToken: z.string().optional(),
  signingSecret: z.string().optional(),
  apiUrl: z.url().optional(),
  /** No secret: the app that the guide created, for links to its pages. */
  appId: z.string().optional(),
});
export type Tokens = z.infer<typeof Tokens>;

export class InvalidSlackSettings extends SpokenError {
  readonly code = "invalid_settings";
  constructor(problem: string, options: { cause?: unknown } = {}) {
    super({
      en: {
        message: problem,
        suggestion: "Correct it there; docs/slack.md says what it may hold.",
      },
      ko: {
        message: `설정을 그대로 쓸 수 없습니다: ${problem}`,
        suggestion: "그곳에서 고치세요. 무엇을 쓸 수 있는지는 docs/slack.md에 있습니다.",
      },
    });
    if (options.cause !== undefined) this.cause = options.cause;
  }
}

type Environment = Record<string, string | undefined>;

export function slackConfigPath(environment: Environment = process.env): string {
  return join(configDirectory(environment), "slack.json");
}

export function slackTokensPath(stateDirectory: string): string {
  return join(stateDirectory, "slack", "tokens.json");
}

export async function loadSlackConfig(path = slackConfigPath()): Promise<SlackConfig> {
  const value = await readJson(path).catch((cause) => {
    throw new InvalidSlackSettings(`${path} is not JSON that can be read.`, { cause });
  });
  const config = SlackConfig.safeParse(value ?? {});
  if (config.success) return config.data;
  throw new InvalidSlackSettings(
    `${config.error.issues.map(sentenceOf).join(" ")} It comes from ${path}.`,
  );
}

/**
 * The environment comes before the file, so that a secret store can pass tokens without writing
 * them to disk.
 */
export async function loadTokens(
  stateDirectory: string,
  environment: Environment = process.env,
): Promise<Tokens> {
  refuseExposed(secretExposure(slackTokensPath(stateDirectory)));
  const saved =
    Tokens.safeParse(await readJson(slackTokensPath(stateDirectory)).catch(() => null)).data ?? {};
  const given = {
    botToken: environment["ASKLINE_SLACK_BOT_TOKEN"],
    appToken: environment["ASKLINE_SLACK_APP_TOKEN"],
    signingSecret: environment["ASKLINE_SLACK_SIGNING_SECRET"],
    apiUrl: environment["ASKLINE_SLACK_API_URL"],
  };
  return { ...saved, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
}

/** Only the owner can read the file, as with every file that `writeJson` makes. */
export async function saveTokens(stateDirectory: string, tokens: Tokens): Promise<void> {
  await saveJson(slackTokensPath(stateDirectory), tokens);
}

export async function saveSlackConfig(
  config: z.input<typeof SlackConfig>,
  path = slackConfigPath(),
): Promise<void> {
  await saveJson(path, config);
}

async function saveJson(path: string, value: unknown) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeJson(path, value);
}

export interface AllTokens {
  botToken: string;
  appToken: string;
  signingSecret: string;
  apiUrl: string;
}

/** Null if a token is missing. Only the secret of the configured transport is needed. */
export function transportTokens(
  { transport }: Pick<SlackConfig, "transport">,
  tokens: Tokens,
): AllTokens | null {
  const { botToken, appToken = "", signingSecret = "" } = tokens;
  const secret = transport === "socket" ? appToken : signingSecret;
  if (botToken === undefined || secret === "") return null;
  return { botToken, appToken, signingSecret, apiUrl: apiUrlOf(tokens) };
}

export function apiUrlOf({ apiUrl = "https://slack.com/api/" }: Pick<Tokens, "apiUrl">): string {
  return apiUrl.endsWith("/") ? apiUrl : `${apiUrl}/`;
}

/** Whether Slack was set up on this machine. */
export function isSetUp(stateDirectory: string, environment: Environment = process.env): boolean {
  return (
    Boolean(environment["ASKLINE_SLACK_BOT_TOKEN"]) || existsSync(slackTokensPath(stateDirectory))
  );
}
