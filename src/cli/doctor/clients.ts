/**
 * Checks each client on this machine: its version, whether it is set up for this installation, and
 * whether its hooks may run.
 */
import { TRIED } from "../coverage/coverage.ts";
import { selfPath } from "../launch.ts";
import { type Client, type ClientId, hasPlugin } from "../setup/clients.ts";
import { readConfig } from "../setup/config-file.ts";
import type { PostedHooks } from "../setup/installation.ts";
import { OUR_HOOK } from "../setup/json-parts.ts";
import { type Json, nodeAt, readJsonc } from "../setup/jsonc.ts";
import { type FilePlan, planFor } from "../setup/plan.ts";
import { postingTrouble } from "../setup/posted-hooks.ts";
import { installedVersion, programOf } from "./client-version.ts";
import { examineTrust } from "./codex-trust.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

export interface ClientFacts {
  /** When its hooks last arrived, for a client that has hooks. */
  lastSeen: Date | null;
  /** Where Claude Code posts its hooks, if it does. */
  posts: PostedHooks | null;
  hubUrl: string | null;
}

export async function examineClient(
  client: Client,
  { lastSeen, ...posting }: ClientFacts,
): Promise<Finding[]> {
  const plans = planFor(client);
  const setUp = examineSetup(client, plans);
  const isSetUp = setUp.every(({ level }) => level === "ok");
  return [
    ...(await examineVersion(client)),
    ...setUp,
    ...(isSetUp
      ? [
          ...examineSwitches(client),
          ...examineDoubledHooks(client),
          ...(client.id === "codex" ? examineTrust(client, lastSeen) : []),
        ]
      : []),
    ...(client.id === "claude-code" ? examinePosting(posting) : []),
  ];
}

async function examineVersion({ id, name }: Client): Promise<Finding[]> {
  const program = programOf(id);
  // Editors have long spoken MCP in the same way.
  const tried = TRIED.get(id);
  if (program === undefined || tried === undefined) return [];
  const version = await installedVersion(id);
  if (!version) return [warning(`${id}-version`, (words) => words.versionUnknown(name, program))];
  if (isOlder(version, tried))
    return [warning(`${id}-version`, (words) => words.olderThanTried(name, version, tried))];
  if (isOlder(tried, version))
    return [warning(`${id}-version`, (words) => words.newerThanTried(name, version, tried))];
  return [well(`${id}-version`, (words) => words.clientVersion(name, version))];
}

function examineSetup({ id, name }: Client, plans: readonly FilePlan[]): Finding[] {
  const left = plans.flatMap((plan) => (plan.action === "leave" ? [plan] : []));
  if (left.length > 0) {
    return left.map(({ path, reason }) =>
      problem(`${id}-setup`, (words) => words.unreadable(path, words.setup.reason(reason))),
    );
  }
  const changes = plans.flatMap((plan) => (plan.action === "change" ? [plan] : []));
  if (changes.length === 0) return [well(`${id}-setup`, (words) => words.setUp(name))];
  const hasSome =
    changes.some(({ before }) => before?.includes("askline") === true) ||
    changes.length < plans.length;
  if (hasSome)
    return [
      problem(`${id}-setup`, (words) => words.setUpOtherwise(name, changes[0]?.path ?? "", id)),
    ];
  return [warning(`${id}-setup`, (words) => words.notSetUp(name, id))];
}

/** With hooks both in the plugin and in the settings, every event would arrive twice. */
function examineDoubledHooks({ id, files: [file] }: Client): Finding[] {
  if (id !== "claude-code" || file === undefined || !hasPlugin(file.path)) return [];
  const text = readConfig(file.path) ?? "";
  if (!OUR_HOOK.test(text) && !text.includes(`${selfPath()} hook `)) return [];
  return [problem("claude-code-hooks", (words) => words.setUpTwice)];
}

/**
 * Without a hub to receive them, Claude Code complains at every step that it
 * could not post its hooks.
 */
function examinePosting({ posts, hubUrl }: Pick<ClientFacts, "posts" | "hubUrl">): Finding[] {
  if (posts === null) return [];
  const trouble = postingTrouble();
  const unsafe =
    trouble === null
      ? []
      : [
          problem("claude-code-hooks", (words) =>
            trouble.kind === "proxy"
              ? words.hooksByProxy(trouble.variable)
              : words.openToOthers(trouble.path, "600"),
          ),
        ];
  if (hubUrl === posts.url) return unsafe;
  return [
    ...unsafe,
    problem("claude-code-hooks", (words) => words.nobodyToPostTo(posts.url, hubUrl)),
  ];
}

/** Switches that turn our hooks off, whatever the rest of the file says. */
function examineSwitches({ id, name, files: [file] }: Client): Finding[] {
  const switches: Partial<Record<ClientId, [string[], (value: Json) => boolean][]>> = {
    "claude-code": [[["disableAllHooks"], (value) => value === true]],
    gemini: [
      [["hooksConfig", "enabled"], (value) => value === false],
      // Hooks that a person turned off by name.
      [["hooksConfig", "disabled"], (value) => Array.isArray(value) && value.includes("askline")],
    ],
  };
  const ofClient = switches[id];
  if (file === undefined || ofClient === undefined) return [];
  const settings = readJsonc(readConfig(file.path) ?? "{}");
  const off = ofClient.find(([path, isOff]) => isOff(nodeAt(settings, path)?.value ?? null));
  return off === undefined
    ? []
    : [problem(`${id}-hooks`, (words) => words.hooksOff(name, file.path, off[0].join(".")))];
}

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split(".").map(Number));
  for (const [index, number] of (other ?? []).entries()) {
    const difference = (one?.[index] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
