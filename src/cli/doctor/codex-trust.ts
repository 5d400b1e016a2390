/**
 * Whether Codex runs our hooks. It does so only once a person has trusted them, which it notes in its own config.toml as
 * `[hooks.state."<hooks.json>:<event>:<group>:<hook>"]`; without that it says nothing and runs none.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import type { Client } from "../setup/clients.ts";
import { readConfig } from "../setup/config-file.ts";
import { isObject, nodeAt, readJsonc } from "../setup/jsonc.ts";
import { scanToml } from "../setup/toml-scan.ts";
import { type Finding, warning, well } from "./finding.ts";

export function examineTrust({ files: [config, hooks] }: Client, lastSeen: Date | null): Finding[] {
  if (config === undefined || hooks === undefined || !existsSync(hooks.path)) return [];
  const isHeard = lastSeen !== null && lastSeen > statSync(hooks.path).mtime;
  const trusted = trustedIn(readConfig(config.path) ?? "");
  const isTrusted = ourKeys(hooks.path).every((key) => trusted.has(key));
  if (isHeard || isTrusted) return [well("codex-trust", (words) => words.trusted)];
  return [warning("codex-trust", (words) => words.notTrusted)];
}

function trustedIn(text: string): Set<string> {
  const tables = scanToml(text).filter(({ name: [first, second], keys }) => {
    const hasHash = keys.some(([key]) => key === "trusted_hash");
    return first === "hooks" && second === "state" && hasHash;
  });
  return new Set(tables.map(({ name }) => withRealPath(name[2] ?? "")));
}

/** Ours among whatever else is in the file; Codex counts them by their places. */
function ourKeys(path: string): string[] {
  const root = readJsonc(readConfig(path) ?? "{}");
  const events = nodeAt(root, ["hooks"]);
  if (events === undefined || !isObject(events)) return [];
  return (events.entries ?? []).flatMap(({ key, node }) =>
    (node.entries ?? []).flatMap((group, index) => {
      const isOurs = JSON.stringify(group.node.value).includes("--client codex");
      return isOurs ? [withRealPath(`${path}:${snakeCase(key ?? "")}:${index}:0`)] : [];
    }),
  );
}

function withRealPath(key: string): string {
  const [, path = "", rest = ""] = /^(.*)(:\w+:\d+:\d+)$/.exec(key) ?? [];
  return (existsSync(path) ? realpathSync(path) : path) + rest;
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
