/**
 * What a client lets npm put beside our file: a package of its own, and nothing that a person asked
 * for. All of it stays as soon as a person has asked for another package.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRecord, jsonIn } from "../../core/json.ts";

const CLIENTS_OWN = /^@opencode-ai\//;

export function removeLeftovers(leftovers: readonly string[] = []) {
  const manifest = leftovers.find((path) => basename(path) === "package.json");
  if (manifest === undefined || !isClientsOwn(manifest)) return;
  for (const path of leftovers) {
    const isIgnore = basename(path) === ".gitignore";
    if (!isIgnore || isGenerated(path)) rmSync(path, { recursive: true, force: true });
  }
}

function isClientsOwn(manifest: string): boolean {
  // Without a manifest, npm was not here.
  if (!existsSync(manifest)) return existsSync(join(dirname(manifest), "node_modules"));
  const wanted = jsonIn(readFileSync(manifest, "utf8"));
  if (!isRecord(wanted) || Object.keys(wanted).some((key) => key !== "dependencies")) return false;
  const { dependencies } = wanted;
  return (
    isRecord(dependencies) && Object.keys(dependencies).every((name) => CLIENTS_OWN.test(name))
  );
}

/** opencode ignores what npm makes, and itself. */
function isGenerated(path: string): boolean {
  if (!existsSync(path)) return false;
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.every((line) => GENERATED.has(line.trim()));
}

const GENERATED = new Set([
  "node_modules",
  "package.json",
  "package-lock.json",
  "bun.lock",
  ".gitignore",
]);
