/**
 * The hub elsewhere that this machine works with, if one is set up: from the environment, or kept by
 * `askline remote add`. Every command looks here, so it loads nothing but Node.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface RemoteHub {
  url: string;
  token: string;
  /** In which project is asked; the token's own, where it has just one, unless given. */
  project?: string | undefined;
  from: "environment" | "file";
}

export const REMOTE_FILE = "remote.json";

export function isRemote(stateDirectory: string): boolean {
  return (
    (process.env["ASKLINE_URL"] ?? "") !== "" ||
    statSync(join(stateDirectory, REMOTE_FILE), { throwIfNoEntry: false }) !== undefined
  );
}

/** Null where asks stay on this machine. A token in the environment goes before the kept one. */
export function remoteHere(stateDirectory: string): RemoteHub | null {
  if (!isRemote(stateDirectory)) return null;
  const { ASKLINE_URL: url = "", ASKLINE_TOKEN: token, ASKLINE_PROJECT: project } = process.env;
  const kept = keptIn(join(stateDirectory, REMOTE_FILE));
  const isKept = kept !== null && (url === "" || withoutSlash(url) === kept.url);
  return {
    url: url === "" ? (kept?.url ?? "") : withoutSlash(url),
    token: token || (isKept ? kept.token : ""),
    project: project || (isKept ? kept.project : undefined),
    from: url === "" ? "file" : "environment",
  };
}

export function withoutSlash(url: string): string {
  return url.trim().replace(/\/+$/, "");
}

function keptIn(path: string): Pick<RemoteHub, "url" | "token" | "project"> | null {
  try {
    const { url, token, project } = JSON.parse(readFileSync(path, "utf8"));
    if (typeof url !== "string" || typeof token !== "string") return null;
    return { url, token, ...(typeof project === "string" && { project }) };
  } catch {
    return null;
  }
}
