/** Whose folder it is: the real git makes the repositories, and their settings would run. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judge } from "../../core/safety/judge.ts";
import { judgedPlace } from "./judged-place.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "askline-own-")));
const project = join(base, "project");
const AUTHOR = ["-c", "user.name=Mina", "-c", "user.email=mina@example.org"];

function git(folder: string, ...words: string[]): void {
  execFileSync("git", ["-C", folder, ...AUTHOR, ...words], { stdio: "ignore" });
}

function repository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  return folder;
}

beforeAll(() => {
  repository(project);
  mkdirSync(join(project, "packages", "web"), { recursive: true });
  git(project, "worktree", "add", "-q", join(base, "feature"));
  repository(join(base, "other"));
  repository(join(project, "vendor", "theirs"));
  git(base, "init", "-q", "--bare", join(project, "fixtures", "bare"));
  symlinkSync(join(base, "other"), join(project, "link"));
  mkdirSync(join(base, "plain"));
  writeFileSync(join(base, "plain", "a.txt"), "");
  writeFileSync(join(project, "vendor", ".git"), "nothing that git knows");
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("git, and the project's own runners, from another folder", () => {
  const verdict = (command: string, from = project) =>
    judge("Bash", { command }, judgedPlace(from)).verdict;

  it.each([
    ["cd packages/web && git status", "harmless"],
    ["cd packages/web && npm test && cd .. && git diff", "harmless"],
    ["git -C packages/web log -3", "harmless"],
    ["cd ../feature && git status && npm test", "harmless"],
    ["cd ../missing && git status", "harmless"],
    ["cd ../other && git status", "cannot_tell"],
    ["cd ../other && npm test", "cannot_tell"],
    ["(cd ../other && git diff); git status", "cannot_tell"],
    ["(cd ../other && ls); git status", "harmless"],
    ["cd ../plain && ls", "harmless"],
    ["cd ../plain && make test", "cannot_tell"],
    ["git -C ../other log -p", "cannot_tell"],
    ["cd link && git status", "cannot_tell"],
    ["cd vendor/theirs && git log -p", "cannot_tell"],
    ["cd vendor && git status", "cannot_tell"],
    ["git -C fixtures/bare log", "cannot_tell"],
    ["cd fixtures/bare/objects && git status", "cannot_tell"],
    ["cd nowhere; cd ../other && git status", "cannot_tell"],
    ["cd nowhere || cd ../other; git status", "cannot_tell"],
    ["! cd ../other && git status", "cannot_tell"],
    ['cd "$(git rev-parse --show-toplevel)" && git status && npm test', "harmless"],
    ['cd ../other && cd "$(git rev-parse --show-toplevel)" && git status', "cannot_tell"],
  ])("%s is %s", (command, expected) => {
    expect(verdict(command)).toBe(expected);
  });

  it("knows the top of the repository from a folder below it", () => {
    expect(verdict("cd .. && git status", join(project, "packages", "web"))).toBe("harmless");
    expect(verdict("cd ../../.. && git status", join(project, "packages", "web"))).toBe(
      "cannot_tell",
    );
  });
});
