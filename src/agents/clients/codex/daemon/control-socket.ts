/**
 * Finds the socket of Codex's daemon. All Codex windows of an account share one daemon; its socket
 * is a link in Codex's home folder. Nobody else may have put it there: what comes over it is put to
 * a person as an agent's question.
 */
import { type FSWatcher, lstatSync, realpathSync, type Stats, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

const FOLDER = "app-server-control";
const SOCKET = "app-server-control.sock";

/** The socket itself; null if there is none, or none that only this account could have made. */
export function controlSocketOf(codexHome: string): string | null {
  try {
    const folder = join(codexHome, FOLDER);
    const socket = realpathSync(join(folder, SOCKET));
    const isOurs = isOnlyOurs(lstatSync(folder)) && isOnlyOurs(lstatSync(dirname(socket)));
    const stats = lstatSync(socket);
    return isOurs && stats.isSocket() && stats.uid === process.getuid?.() ? socket : null;
  } catch {
    return null;
  }
}

function isOnlyOurs(stats: Stats): boolean {
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

// A watch may miss a change, and begins late for a folder that is not there yet.
const LOOKS_ANYWAY_MS = 30_000;

/** Calls `onChange` when the socket may have come or gone. Returns a function that stops it. */
export function watchControlSocket(codexHome: string, onChange: () => void): () => void {
  let watcher: FSWatcher | null = null;
  let watched = "";
  const timer = setInterval(look, LOOKS_ANYWAY_MS);
  timer.unref();
  follow();
  return () => {
    clearInterval(timer);
    watcher?.close();
  };

  function look() {
    follow();
    onChange();
  }

  /** Watches the socket's folder, or the one in which that folder is missing. */
  function follow() {
    const places = [join(codexHome, FOLDER), codexHome, dirname(codexHome)];
    const folder = places.find(isFolder) ?? "";
    if (folder === watched) return;
    watcher?.close();
    watcher = folder === "" ? null : watchFolder(folder);
    watched = watcher === null ? "" : folder;
    // The next folder may have come just before the watch began.
    if (watcher !== null) follow();
  }

  function watchFolder(folder: string): FSWatcher | null {
    try {
      const names = [FOLDER, SOCKET, basename(codexHome)];
      const isOfInterest = (name: string | null) => name === null || names.includes(name);
      const fresh = watch(folder, { persistent: false }, (_, name) => {
        if (isOfInterest(name)) look();
      });
      fresh.on("error", () => {
        fresh.close();
        watched = "";
      });
      return fresh;
    } catch {
      return null;
    }
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
