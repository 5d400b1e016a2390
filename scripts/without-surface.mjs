// node scripts/without-surface.mjs [name …]: takes each surface away in turn, in a copy of the
// project, and type-checks what is left: the sources, the pages, and every test that is not the
// surface's own. Prints a line for each.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
const broken = names.filter((name) => !compilesWithout(name));
process.exit(broken.length === 0 ? 0 : 1);

function compilesWithout(name) {
  const copy = mkdtempSync(join(tmpdir(), "askline-without-"));
  try {
    const isWanted = (path) => !path.includes("/fixtures/") && !path.endsWith("/node_modules");
    for (const one of COPIED)
      cpSync(join(ROOT, one), join(copy, one), { recursive: true, filter: isWanted });
    for (const one of readdirSync(ROOT).filter((file) => file.endsWith(".config.ts")))
      cpSync(join(ROOT, one), join(copy, one));
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (const folder of [`src/surfaces/${name}`, `web/${name}`])
      rmSync(join(copy, folder), { recursive: true, force: true });
    const tests = removeTestsOf(copy);
    const complaints = CHECKED.flatMap((project) => typeCheck(copy, project));
    console.log(
      `${name}: ${complaints.length === 0 ? "everything else compiles" : "breaks"} (${tests} files of its tests)`,
    );
    for (const complaint of complaints) console.log(`  ${complaint}`);
    return complaints.length === 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * What imports the surface from outside the sources is a test of it, and so is what imports that.
 */
function removeTestsOf(copy) {
  const files = ["test", "bench", "scripts"].flatMap((folder) => sourcesIn(join(copy, folder)));
  let removed = 0;
  for (;;) {
    const isGone = (path) => !existsSync(path) && existsSync(path.replace(copy, ROOT));
    const broken = files.filter((file) => existsSync(file) && importsOf(file).some(isGone));
    if (broken.length === 0) return removed;
    for (const file of broken) rmSync(file);
    removed += broken.length;
  }
}

function importsOf(file) {
  const imports = readFileSync(file, "utf8").matchAll(
    /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.tsx?)"/g,
  );
  return [...imports].map(([, path]) => join(dirname(file), path));
}

function typeCheck(copy, project) {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout, status } = spawnSync(
    process.execPath,
    [tsc, "-p", project, "--pretty", "false"],
    {
      cwd: copy,
      encoding: "utf8",
    },
  );
  const lines = stdout.split("\n").filter(Boolean);
  return status === 0 ? [] : lines.length > 0 ? lines : [`tsc -p ${project} ended with ${status}`];
}

function sourcesIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
