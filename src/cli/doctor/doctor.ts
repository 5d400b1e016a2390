/**
 * `askline doctor`: checks everything that can be wrong, and says in one sentence each what to do.
 */
import { printableJson } from "../../core/json.ts";
import { loadSettings } from "../../desk/settings.ts";
import { findHub } from "../../hub/address.ts";
import { paint, type Style, styled, wantsPlain } from "../../terminal/text/style.ts";
import { hubFileOf } from "../agent-log.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";
import { remoteHere } from "../remote/remote-here.ts";
import { clientsHere } from "../setup/clients.ts";
import { installationHere } from "../setup/installation.ts";
import { postedHooks } from "../setup/posted-hooks.ts";
import { examineAgents, examineSilence } from "./agents.ts";
import { examineClient } from "./clients.ts";
import { examineConfig } from "./config.ts";
import type { Finding, Level } from "./finding.ts";
import { examineHub } from "./hub.ts";
import { examineMachine } from "./machine.ts";
import { doctorWords } from "./messages.ts";
import { examineRemote } from "./remote.ts";
import { examineStore } from "./store.ts";
import { examineLeaving, examineSurfaces } from "./surfaces.ts";
import { examineTunnel } from "./tunnel.ts";

export async function doctor(options: CommonOptions): Promise<number> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const remote = remoteHere(settings.values.stateDirectory);
  const findings = [
    ...examineMachine(settings.values),
    ...examineConfig(settings),
    ...(remote === null
      ? [await examineStore(settings.values), ...(await examineHub(settings))]
      : await examineRemote(remote, settings.values)),
    ...(await examineTunnel(settings.values)),
    ...(await examineSurfaces(settings.values)),
    await examineLeaving(settings.values),
  ];
  const agents = await examineAgents(settings);
  const posts = await postedHooks(settings);
  const hubUrl = posts === null ? null : ((await findHub(hubFileOf(settings)))?.url ?? null);
  const clients = clientsHere({ ...installationHere(settings), posts }).filter(
    ({ isHere }) => isHere,
  );
  for (const client of clients) {
    const lastSeen = agents.lastSeen(client.id);
    const found = await examineClient(client, { lastSeen, posts, hubUrl });
    const isSetUp = found.some(
      ({ check, level }) => check === `${client.id}-setup` && level === "ok",
    );
    findings.push(...found, ...(isSetUp ? examineSilence(client, lastSeen) : []));
  }
  findings.push(...agents.findings);
  const problems = findings.filter(({ level }) => level === "problem").length;
  if (options.json) sayForPrograms(findings);
  else
    await sayForPeople(
      findings,
      languageBy(settings.values.language),
      problems,
      clients.length === 0,
    );
  return problems === 0 ? EXIT.ok : EXIT.failure;
}

function sayForPrograms(findings: readonly Finding[]) {
  const words = doctorWords("en");
  const checks = findings.map(({ check, level, say }) => ({ check, level, ...say(words) }));
  const isWell = findings.every(({ level }) => level !== "problem");
  process.stdout.write(`${printableJson({ isWell, checks })}\n`);
}

const MARKS: Record<Level, [string, Style]> = {
  ok: ["✓", "green"],
  warning: ["!", "yellow"],
  problem: ["✗", "red"],
};

async function sayForPeople(
  findings: readonly Finding[],
  locale: Parameters<typeof doctorWords>[0],
  problems: number,
  hasNoClient: boolean,
) {
  const words = doctorWords(locale);
  const isPlain = process.stdout.isTTY !== true || wantsPlain(process.env);
  const lines: string[] = [];
  for (const { level, say } of findings) {
    const [mark, colour] = MARKS[level];
    const { what, todo } = say(words);
    const [first = "", ...rest] = (await prose(`${mark} ${what}`)).split("\n");
    lines.push(
      paint([styled(mark, colour), { text: first.slice(mark.length) }], { isPlain }),
      ...rest,
    );
    const advice = todo === undefined ? [] : (await prose(`  → ${todo}`)).split("\n");
    lines.push(...advice.map((line) => paint([styled(line, "bold")], { isPlain })));
  }
  if (hasNoClient) lines.push(await prose(`  ${words.setup.noneFound}`));
  const verdict = await prose(problems === 0 ? words.allWell : words.problems(problems));
  process.stdout.write(`${lines.join("\n")}\n\n${verdict}\n`);
}
