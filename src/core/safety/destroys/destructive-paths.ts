/** The files that should not be written to lightly. */
import { regex } from "../shell/regex.ts";
import type { Danger, ToolCallPlace } from "./destructive.ts";

export function dangersOfPath(
  path: string,
  { workingDirectory, at = workingDirectory }: ToolCallPlace,
): Danger[] {
  const isWhole = /^(?:[/~]|\$(?:HOME|\{HOME\}))/.test(path);
  const target = normalized(isWhole ? path : `${at ?? "."}/${path}`);
  if (SECRET.test(target) && !EXAMPLE.test(target)) return ["changes_secrets"];
  if (HARMLESS.test(target)) return [];
  if (HOME_DOTFILE.test(target)) return ["changes_secrets"];
  if (SYSTEM.test(target)) return ["overwrites_files"];
  if (workingDirectory === undefined) return target.startsWith("../") ? ["overwrites_files"] : [];
  const project = normalized(workingDirectory);
  return target === project || target.startsWith(`${project}/`) ? [] : ["overwrites_files"];
}

/** Without `.`, `..` and doubled slashes; `$HOME` is `~`. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.replace(/^\$(?:HOME|\{HOME\})/, "~").split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

const HARMLESS = /^\/(?:dev\/(?:null|stdout|stderr|tty|fd\/\d+)$|tmp\/|var\/tmp\/|private\/tmp\/)/;
const SYSTEM = /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|dev|sys|proc|var|opt|Library|System)(?:\/|$)/;
const HOME_DOTFILE = /^(?:~|\/root|\/(?:home|Users)\/[^/]+)\/\.[^/]/;
const EXAMPLE = /\.(?:example|sample|template|dist)$/;
const SECRET = regex()`
  (?:^|/)(?:\.env(?:\.[^/]*)?|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials
  |\.mcp\.json|\.(?:bash|zsh)rc|\.(?:bash_|z)?profile|\.gitconfig|authorized_keys|known_hosts
  |id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.[^/]*)?|secrets?\.(?:json|ya?ml|toml|env)
  |[^/]+\.(?:pem|p12|pfx|key))$|(?:^|/)\.(?:ssh|gnupg|aws|kube|azure|docker|git|claude|codex
  |gemini)/
`;
