// `node scripts/test-packages.mjs`: installs what the tests need beyond Node, with sudo unless run
// as root. This is the only such list: `npm test` and the CI workflow both read it.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Debian's packages, each with a shell command that checks whether it is there. Only
 * missing ones are installed.
 */
const PACKAGES = {
  tmux: "command -v tmux",
  strace: "command -v strace",
  chromium: "command -v chromium",
  "chromium-headless-shell": "command -v chromium-headless-shell",
  curl: "command -v curl",
  zsh: "command -v zsh",
  fish: "command -v fish",
  // Debian keeps PostgreSQL's commands in a folder for each version.
  postgresql: "command -v pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl",
  pgbouncer: "command -v pgbouncer || ls /usr/sbin/pgbouncer",
  fontconfig: "command -v fc-list",
  // A font has no command. Any font will do: the tests look at pages in Korean and with emoji.
  "fonts-baekmuk": "fc-list :lang=ko | grep .",
  "fonts-noto-color-emoji": "fc-list :lang=und-zsye | grep .",
};

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isCommand) installMissingPackages({ sudo: true });

/** Exits with an error if a package is missing and may not be installed. */
export function installMissingPackages({ sudo = false } = {}) {
  const missing = Object.entries(PACKAGES).flatMap(([name, look]) =>
    succeeds(look) ? [] : [name],
  );
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!succeeds("command -v apt-get"))
    fail(`The tests need ${missing.join(", ")}. Install it first.`);
  if (!isRoot && !sudo) {
    fail(`The tests need ${missing.join(", ")}. Install it first: node scripts/test-packages.mjs`);
  }
  const prefix = isRoot ? "" : "sudo ";
  const install = `${prefix}apt-get update && ${prefix}apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  const { status } = spawnSync("sh", ["-c", install], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function succeeds(command) {
  return spawnSync("sh", ["-c", command], { stdio: "ignore" }).status === 0;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
