/**
 * `askline init`: finds the agents on this machine, shows what their configuration needs,
 * and writes it after a yes.
 */

import { homedir } from "node:os";
import { printableJson } from "../../core/json.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import { loadSettings } from "../../desk/settings.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";
import { type Applied, applyPlans } from "./apply.ts";
import { CLIENT_IDS, type Client, type ClientId, clientsHere } from "./clients.ts";
import { confirmHere } from "./confirm.ts";
import { unifiedDiff } from "./diff.ts";
import { installationHere, isTemporaryCopy } from "./installation.ts";
import { type SetupMessages, setupMessages } from "./messages.ts";
import { type FilePlan, planFor } from "./plan.ts";
import { postedHooks } from "./posted-hooks.ts";
import { openRecords } from "./record.ts";
import { diffInWords, sayPlans } from "./say.ts";

export interface InitOptions extends CommonOptions {
  yes?: boolean;
  dryRun?: boolean;
  only?: string;
  hooks?: string;
}

export async function init(options: InitOptions): Promise<number> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const text = setupMessages(languageBy(settings.values.language));
  if (isTemporaryCopy()) throw new UsageError((usage) => usage.passingInstallation());
  const posts = await postedHooks(settings, options.hooks);
  const all = clientsHere({ ...installationHere(settings), posts });
  const wanted = wantedFrom(options.only, all);
  const records = openRecords(settings.values.stateDirectory);
  const known = await records.load();
  const plans = wanted.flatMap((client) => planFor(client, known));
  const changes = plans.filter((plan) => plan.action === "change");
  if (!options.json) await sayPlans({ plans, wanted, missing: missingFrom(all, options), text });
  const isWanted =
    changes.length > 0 &&
    !options.dryRun &&
    (options.yes === true || (await mayChange(changes, options, text)));
  const applied = isWanted ? await records.alone(apply) : [];
  if (options.json) sayForPrograms(plans, applied);
  else await sayOutcome();
  return exitCode();

  function apply(): Promise<Applied[]> {
    return applyPlans(changes, records);
  }

  async function sayOutcome() {
    const lines = applied
      .filter(({ problem }) => problem !== null)
      .map((one) => inWords(one, text));
    const count = applied.length - lines.length;
    if (changes.length > 0 && !isWanted)
      lines.push(options.dryRun ? text.dryRun : text.nothingChanged);
    if (count > 0)
      lines.push(
        text.done(count),
        text.undo(home(records.folder)),
        ...whatNow(applied, text, posts !== null),
      );
    if (lines.length > 0) process.stdout.write(`${await prose(lines.join("\n"))}\n`);
  }

  function exitCode(): number {
    const hasLeft =
      plans.some(({ action }) => action === "leave") ||
      applied.some(({ problem }) => problem !== null);
    if (hasLeft) return EXIT.failure;
    return changes.length > 0 && !isWanted && !options.dryRun ? EXIT.rejected : EXIT.ok;
  }
}

type Change = Extract<FilePlan, { action: "change" }>;

async function mayChange(
  changes: readonly Change[],
  { json }: InitOptions,
  text: SetupMessages,
): Promise<boolean> {
  if (json) throw new UsageError((usage) => usage.needsYes());
  return confirmHere(`${summaryOf(changes, text)}\n\n${text.confirm}`, text.yes);
}

/** Each file with how many lines come and go. */
function summaryOf(changes: readonly Change[], text: SetupMessages): string {
  const rows = changes.map((change) => {
    const lines = unifiedDiff(change.path, change.before, change.after).slice(2);
    const starting = (mark: string) =>
      lines.filter(([first]) => first?.text.startsWith(mark)).length;
    const counts = [`+${starting("+")}`, ...(starting("-") > 0 ? [`−${starting("-")}`] : [])];
    const isNew = change.before === null ? [text.newFile] : [];
    return `  ${safeText(home(change.path))}  ${[...isNew, ...counts].join(" ")}`;
  });
  return [text.summary(changes.map(({ path }) => path)), ...rows].join("\n");
}

function whatNow(applied: readonly Applied[], text: SetupMessages, isPosting: boolean): string[] {
  const hasCodex = applied.some(
    ({ path, client }) => client === "codex" && path.endsWith("hooks.json"),
  );
  const hub = isPosting ? text.keepHub : text.startHub;
  return ["", text.restart, ...(hasCodex ? [text.codexTrust] : []), hub, text.checkIt];
}

/** A client that is named is set up even if it was not found here. */
function wantedFrom(only: string | undefined, all: readonly Client[]): Client[] {
  if (only === undefined) return all.filter(({ isHere }) => isHere);
  const ids = only.split(",").map((word) => word.trim());
  const unknown = ids.find((id) => !CLIENT_IDS.includes(id as ClientId));
  if (unknown !== undefined)
    throw new UsageError((usage) => usage.notAClient(unknown, CLIENT_IDS.join(", ")));
  return all.filter(({ id }) => ids.includes(id));
}

function missingFrom(all: readonly Client[], { only }: InitOptions): Client[] {
  return only === undefined ? all.filter(({ isHere }) => !isHere) : [];
}

function inWords({ path, problem }: Applied, text: SetupMessages): string {
  return problem === "changed"
    ? text.changedMeanwhile(path)
    : text.leftAlone(path, text.reason(problem ?? NO_REASON));
}

const NO_REASON = { kind: "unreadable", detail: "" } as const;

function sayForPrograms(plans: readonly FilePlan[], applied: readonly Applied[]) {
  const files = plans.map((plan) => ({
    ...{ client: plan.client, path: plan.path, action: plan.action },
    ...(plan.action === "leave" && { reason: plan.reason }),
    ...(plan.action === "change" && { diff: diffInWords(plan, { isPlain: true }) }),
    isApplied: applied.some(({ path, problem }) => path === plan.path && problem === null),
  }));
  process.stdout.write(`${printableJson({ files })}\n`);
}

function home(path: string): string {
  const at = homedir();
  return path.startsWith(`${at}/`) ? `~${path.slice(at.length)}` : path;
}
