// node scripts/without-surface.mjs [name …]: takes each surface away in turn, in a copy of the
// project, and type-checks what is left: the sources, the pages, and every test that is not the
// surface's own. Prints a line for each.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COPIED = [
  "src",
  "web",
  "test",
  "bench",
  "scripts",
  "docs",
  "package.json",
  "tsconfig.json",
  "rolldown.config.ts",
];
const CHECKED = [".", "web"];

const given = process.argv.slice(2);
const names = given.length > 0 ? given : foldersIn(join(ROOT, "src/surfaces"));
const place = mkdtempSync(join(tmpdir(), "askline-without-"));
const copy = join(place, "project");
const aside = join(place, "aside");
try {
  copyProject();
  const unsound = CHECKED.flatMap((project) => typeCheck(project, memoryOf(project)));
  for (const complaint of unsound) console.log(complaint);
  const broken = names.filter((name) => !compilesWithout(name));
  process.exitCode = unsound.length + broken.length === 0 ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

function copyProject() {
  const isWanted = (path) => !path.includes("/fixtures/") && !path.endsWith("/node_modules");
  for (const one of COPIED)
    cpSync(join(ROOT, one), join(copy, one), { recursive: true, filter: isWanted });
  for (const one of readdirSync(ROOT).filter((file) => file.endsWith(".config.ts")))
    cpSync(join(ROOT, one), join(copy, one));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

function compilesWithout(name) {
  const folders = [`src/surfaces/${name}`, `web/${name}`].filter((path) =>
    existsSync(join(copy, path)),
  );
  for (const folder of folders) putAside(folder);
  const tests = putTestsAside();
  const complaints = CHECKED.flatMap((project) => {
    const memory = join(place, "memory-without.tsbuildinfo");
    copyFileSync(memoryOf(project), memory);
    return typeCheck(project, memory);
  });
  for (const path of [...folders, ...tests]) renameSync(join(aside, path), join(copy, path));
  console.log(
    `${name}: ${complaints.length === 0 ? "everything else compiles" : "breaks"} (${tests.length} files of its tests)`,
  );
  for (const complaint of complaints) console.log(`  ${complaint}`);
  return complaints.length === 0;
}

/**
 * What imports the surface from outside the sources is a test of it, and so is what imports that.
 */
function putTestsAside() {
  const files = ["test", "bench", "scripts"].flatMap(sourcesIn);
  const isGone = (path) => !existsSync(join(copy, path)) && existsSync(join(ROOT, path));
  const gone = [];
  for (;;) {
    const broken = files.filter(
      (file) => existsSync(join(copy, file)) && importsOf(file).some(isGone),
    );
    if (broken.length === 0) return gone;
    for (const file of broken) putAside(file);
    gone.push(...broken);
  }
}

function putAside(path) {
  mkdirSync(dirname(join(aside, path)), { recursive: true });
  renameSync(join(copy, path), join(aside, path));
}

function importsOf(file) {
  const imports = readFileSync(join(copy, file), "utf8").matchAll(
    /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.tsx?)"/g,
  );
  return [...imports].map(([, path]) => join(dirname(file), path));
}

/** What the compiler found in the whole project. It checks again only what a missing file touches. */
function memoryOf(project) {
  return join(place, `memory-of-${project === "." ? "sources" : project}.tsbuildinfo`);
}

function typeCheck(project, memory) {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const remember = ["--incremental", "--tsBuildInfoFile", memory];
  // Checkers side by side each check the shared types again: one takes half the processor time. The
  // compiler needs little over a gigabyte, so collecting what it no longer uses is lost time.
  const env = { ...process.env, GOGC: "off", GOMEMLIMIT: "2GiB" };
  const { stdout, status } = spawnSync(
    process.execPath,
    [tsc, "-p", project, "--pretty", "false", "--checkers", "1", ...remember],
    { cwd: copy, encoding: "utf8", env },
  );
  const lines = stdout.split("\n").filter(Boolean);
  return status === 0 ? [] : lines.length > 0 ? lines : [`tsc -p ${project} ended with ${status}`];
}

function sourcesIn(folder) {
  const names = readdirSync(join(copy, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
