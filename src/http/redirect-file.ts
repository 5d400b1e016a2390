/**
 * A private file that leads a browser to a link. Every account can read the arguments of a running
 * program, so the browser is started with this file's name and finds the link's code inside.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newSecret } from "./secrets.ts";

const FOLDER = "opening";

export interface RedirectFiles {
  write(link: string): string;
  remove(path: string): void;
  /** Removes all of them. A killed process may have left some, whose codes ended with it. */
  clear(): void;
}

export function openRedirectFiles(stateDirectory: string): RedirectFiles {
  const folder = join(stateDirectory, FOLDER);
  const own = new Set<string>();
  return {
    write(link) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${process.pid}-${newSecret().slice(0, 12)}.html`);
      writeFileSync(path, pageTo(link), { mode: 0o600, flag: "wx" });
      own.add(path);
      return path;
    },
    remove,
    clear() {
      for (const path of own) remove(path);
      for (const name of namesIn(folder)) if (isLeft(name)) rmSync(join(folder, name));
    },
  };

  function remove(path: string) {
    own.delete(path);
    rmSync(path, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether the process that wrote it is gone. */
function isLeft(name: string): boolean {
  const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN);
  try {
    return process.kill(pid, 0) && false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Links consist of letters, digits and signs that need no escape but the ampersand. */
function pageTo(link: string): string {
  const address = link.replaceAll("&", "&amp;");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Askline</title>
</head>
<body><a href="${address}">Askline</a></body>
</html>
`;
}
