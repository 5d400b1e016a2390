/** Which files may be written without destroying something. */

import type { JudgedPlace } from "../judge.ts";
import { regex } from "../shell/regex.ts";

/** A path as seen from where the script began; null if the folder is not known. */
export function whole(path: string, folder: string | null): string | null {
  if (/^[/~]/.test(path)) return simplified(path);
  return folder === null ? null : simplified(folder === "" ? path : `${folder}/${path}`);
}

export function isTemporary(path: string | null): boolean {
  return path !== null && TEMPORARY.test(path) && !path.includes("..");
}

/**
 * What is written to: something nobody reads as code, something the project may read, or null if
 * it may destroy what is there.
 */
export function writing(
  path: string | null,
  { workingDirectory, exists }: JudgedPlace,
): "data" | "read by the project" | null {
  if (path === null || PARTS_OF_GIT.test(path)) return null;
  if (DEVICE.test(path) || isTemporary(path)) return "data";
  const inside = insideOf(path, workingDirectory);
  if (inside === null) return null;
  const isOutput = OUTPUT.test(inside);
  const isNew = !/(?:^|\/)\./.test(inside) && exists?.(path) === false;
  if (!isOutput && !isNew) return null;
  return DATA.test(inside) && !READ_AS_CODE.test(inside) ? "data" : "read by the project";
}

export function isBuildOutput(path: string): boolean {
  return OUTPUT.test(`${simplified(path)}/`);
}

function insideOf(path: string, workingDirectory: string | undefined): string | null {
  const project = workingDirectory === undefined ? null : `${simplified(workingDirectory)}/`;
  const inside = project !== null && path.startsWith(project) ? path.slice(project.length) : path;
  return /^[/~]|^\.\.(?:\/|$)/.test(inside) || inside === "" ? null : inside;
}

/** Without `.`, `..` and doubled slashes. */
function simplified(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

const TEMPORARY = /^\/(?:private\/)?(?:tmp|var\/tmp|var\/folders\/\w\w\/\w+\/T)(?:\/|$)/;
const DEVICE = /^\/dev\/(?:null|stdout|stderr|tty|fd\/[12])$/;
const OUTPUT = regex()`
  ^(?:(?:packages|apps|crates|web|server|client)/(?:[\w@-]+/)?)?(?:dist|build|out|target
  |coverage|htmlcov|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.test-results|test-results
  |playwright-report|node_modules/\.cache)/
`;
const DATA = /\.(?:log|out|txt|md|csv|tsv|diff|patch|tap|html?|svg|jsonl|ndjson)$/i;
// A folder with these files in it is a repository, and its settings name programs.
const PARTS_OF_GIT = /(?:^|\/)(?:config|HEAD|commondir|gitdir|\.git)$/i;
const READ_AS_CODE = /(?:^|\/)(?:requirements[\w.-]*|CMakeLists|constraints)\.txt$/i;
