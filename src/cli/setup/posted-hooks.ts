/**
 * Hooks that Claude Code posts to the hub itself (`--hooks http`), instead of starting
 * `askline hook` for each. That saves a start of Node at every step of the agent. It is
 * only for a person whose hub runs at all times: without one the client complains in
 * its terminal at every step.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { LoadedSettings } from "../../desk/settings.ts";
import { hookTokenFrom } from "../../http/hook-scope.ts";
import { LOCAL_TOKEN_FILE, localToken } from "../../http/token.ts";
import { UsageError } from "../failure.ts";
import { claudeSettingsPath } from "./clients.ts";
import { readConfig } from "./config-file.ts";
import type { PostedHooks } from "./installation.ts";
import { OUR_TOKEN } from "./json-parts.ts";

/** A reason why posted hooks would not be safe. */
export type PostingTrouble =
  | { kind: "proxy"; variable: string }
  | { kind: "open_file"; path: string };

/** As the person wishes; else as it was set up before, and at first as commands. */
export async function postedHooks(
  settings: LoadedSettings,
  wish?: string,
): Promise<PostedHooks | null> {
  if (wish !== undefined && wish !== "http" && wish !== "command") {
    throw new UsageError((usage) => usage.notOneOf(wish, ["http", "command"]));
  }
  if (wish === "command" || (wish === undefined && postedHooksInFile() === null)) return null;
  const { port, stateDirectory } = settings.values;
  if (wish === "http") refuseWhereUnsafe(port);
  const token = hookTokenFrom(await localToken(join(stateDirectory, LOCAL_TOKEN_FILE)));
  return { url: `http://127.0.0.1:${port}`, token };
}

/** As the file has it now, whichever hub it was for. */
export function postedHooksInFile(): PostedHooks | null {
  const text = settingsText();
  const [, token] = OUR_TOKEN.exec(text) ?? [];
  const [, url] = /"(http:\/\/127\.0\.0\.1:\d+)\/hook\//.exec(text) ?? [];
  return token === undefined || url === undefined ? null : { url, token };
}

function settingsText(): string {
  try {
    return readConfig(claudeSettingsPath()) ?? "";
  } catch {
    // The step that changes the file reports what is wrong with it.
    return "";
  }
}

export function postingTrouble(
  environment: NodeJS.ProcessEnv = process.env,
): PostingTrouble | null {
  const variable = proxyIn(environment);
  if (variable !== null) return { kind: "proxy", variable };
  const path = claudeSettingsPath(environment);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== "win32" && (mode & 0o077) !== 0 ? { kind: "open_file", path } : null;
}

function refuseWhereUnsafe(port: number) {
  if (port === 0) throw new UsageError((usage) => usage.hooksNeedPort());
  const trouble = postingTrouble();
  if (trouble?.kind === "proxy")
    throw new UsageError((usage) => usage.hooksByProxy(trouble.variable));
  if (trouble?.kind === "open_file")
    throw new UsageError((usage) => usage.hooksReadable(trouble.path));
}

/** Claude Code uses a proxy even for this machine's own address, unless it is told not to. */
function proxyIn(environment: NodeJS.ProcessEnv): string | null {
  const read = (name: string) => environment[name] || environment[name.toLowerCase()] || "";
  const spared = read("NO_PROXY").split(/[\s,]+/);
  if (spared.includes("*") || spared.includes("127.0.0.1")) return null;
  return ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].find((name) => read(name) !== "") ?? null;
}
