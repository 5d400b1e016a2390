/**
 * Checks whether Codex runs our hooks. It runs a hook only after a person has trusted it as it is,
 * which it notes in its own config.toml as `[hooks.state."<hooks.json>:<event>:<group>:<hook>"]`
 * with a hash of the hook. `enabled = false` there means that a person switched the hook off.
 */
import { createHash } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import type { Client } from "../setup/clients.ts";
import { readConfig } from "../setup/config-file.ts";
import { isObject, type Json, nodeAt, readJsonc } from "../setup/jsonc.ts";
import { scanToml } from "../setup/toml-scan.ts";
import { type Finding, warning, well } from "./finding.ts";

export function examineTrust({ files: [config, hooks] }: Client, lastSeen: Date | null): Finding[] {
  if (config === undefined || hooks === undefined || !existsSync(hooks.path)) return [];
  const notes = notesIn(readConfig(config.path) ?? "");
  const ours = ourHooks(hooks.path);
  if (ours.some(({ key }) => notes.get(key)?.isOff))
    return [warning("codex-trust", (words) => words.switchedOff)];
  const untrusted = ours.filter(({ key, hash }) => notes.get(key)?.hash !== hash);
  if (untrusted.length === 0) return [well("codex-trust", (words) => words.trusted)];
  // If no hash is as expected, Codex may compute them differently by now; but hooks arrive from a
  // run that bypassed trust too.
  const isHeard = lastSeen !== null && lastSeen > statSync(hooks.path).mtime;
  if (untrusted.length === ours.length && isHeard)
    return [warning("codex-trust", (words) => words.heardUntrusted)];
  const isSome = untrusted.length < ours.length || ours.some(({ key }) => notes.has(key));
  return [
    warning("codex-trust", (words) => (isSome ? words.changedSinceTrusted : words.notTrusted)),
  ];
}

/**
 * How Codex identifies a hook: its fields in alphabetical order, with the
 * timeout that Codex grants.
 */
export function trustHash(
  event: string,
  { command, timeout }: { command: string; timeout: number },
): string {
  const identity = {
    event_name: event,
    hooks: [{ async: false, command, timeout, type: "command" }],
  };
  return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}

interface Note {
  hash: string;
  isOff: boolean;
}

function notesIn(text: string): Map<string, Note> {
  const tables = scanToml(text).filter(({ name: [first, second, key] }) => {
    return first === "hooks" && second === "state" && key !== undefined;
  });
  return new Map(
    tables.map(({ name, start, end }): [string, Note] => {
      const lines = text.slice(start, end);
      const [, hash = ""] = /^\s*trusted_hash\s*=\s*["']([^"']*)["']/m.exec(lines) ?? [];
      return [withRealPath(name[2] ?? ""), { hash, isOff: /^\s*enabled\s*=\s*false/m.test(lines) }];
    }),
  );
}

/** Our hooks among the others in the file. Codex identifies them by their places. */
function ourHooks(path: string): { key: string; hash: string }[] {
  const root = readJsonc(readConfig(path) ?? "{}");
  const events = nodeAt(root, ["hooks"]);
  if (events === undefined || !isObject(events)) return [];
  return (events.entries ?? []).flatMap(({ key, node }) =>
    (node.entries ?? []).flatMap((group, index) => {
      const event = snakeCase(key ?? "");
      const hook = onlyHookIn(group.node.value);
      if (hook === null || !hook.command.includes("--client codex")) return [];
      return [{ key: withRealPath(`${path}:${event}:${index}:0`), hash: trustHash(event, hook) }];
    }),
  );
}

/** A group as `askline init` writes it. */
function onlyHookIn(group: Json): { command: string; timeout: number } | null {
  const hooks = fieldOf(group, "hooks");
  const hook = Array.isArray(hooks) ? (hooks[0] ?? null) : null;
  const [command, timeout] = [fieldOf(hook, "command"), fieldOf(hook, "timeout")];
  return typeof command === "string" && typeof timeout === "number" ? { command, timeout } : null;
}

function fieldOf(value: Json, name: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value[name]
    : undefined;
}

function withRealPath(key: string): string {
  const [, path = "", rest = ""] = /^(.*)(:\w+:\d+:\d+)$/.exec(key) ?? [];
  return (existsSync(path) ? realpathSync(path) : path) + rest;
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
