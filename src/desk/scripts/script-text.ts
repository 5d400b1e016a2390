/**
 * The text of a project's own script, one level deep: a script of package.json with the ones that
 * run before and after it, or the recipe of a make target with those it needs.
 */
import { join } from "node:path";
import { isRecord, jsonIn } from "../../core/json.ts";
import { type Disk, thisMachine } from "../../store/machine.ts";

// A longer file is not one that a person wrote.
const LONGEST_FILE = 1_000_000;
const PACKAGE_RUNNERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const MAKE_RUNNERS = new Set(["make", "gmake"]);
// As make itself looks for them.
const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];

/** Null if there is no such script in that folder, or its file cannot be read. */
export function scriptText(
  folder: string,
  runner: string,
  name: string,
  disk: Disk = thisMachine.disk,
): string | null {
  if (PACKAGE_RUNNERS.has(runner)) return packageScript(folder, name, disk);
  return MAKE_RUNNERS.has(runner) ? makeRecipe(folder, name, disk) : null;
}

function packageScript(folder: string, name: string, disk: Disk): string | null {
  const manifest = jsonIn(textOf(join(folder, "package.json"), disk) ?? "");
  const scripts = isRecord(manifest) ? manifest["scripts"] : undefined;
  if (!isRecord(scripts) || typeof scripts[name] !== "string") return null;
  return [`pre${name}`, name, `post${name}`]
    .map((one) => scripts[one])
    .filter((text) => typeof text === "string")
    .join("\n");
}

/** An empty name is the first target of the file, which make takes if none is given. */
function makeRecipe(folder: string, name: string, disk: Disk): string | null {
  for (const file of MAKEFILES) {
    const text = textOf(join(folder, file), disk);
    if (text === null) continue;
    const targets = targetsIn(text);
    const wanted = name === "" ? targets.keys().next().value : name;
    return wanted === undefined || !targets.has(wanted) ? null : recipesFor(wanted, targets);
  }
  return null;
}

interface Target {
  needs: string[];
  recipe: string[];
}

function targetsIn(makefile: string): Map<string, Target> {
  const targets = new Map<string, Target>();
  let current: Target[] = [];
  for (const line of makefile.replaceAll("\\\n", " ").split("\n")) {
    const [, names, needs = "", inline] =
      /^([^\s#:=][^#:=]*?)\s*::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(line) ?? [];
    if (line.startsWith("\t")) for (const target of current) target.recipe.push(bare(line));
    else if (names !== undefined) {
      const named = names.split(/\s+/).filter((name) => !name.startsWith("."));
      current = named.map((name) => targets.get(name) ?? { needs: [], recipe: [] });
      for (const [index, target] of current.entries()) {
        target.needs.push(...needs.split(/\s+/).filter(Boolean));
        if (inline !== undefined) target.recipe.push(bare(inline));
        targets.set(named[index] ?? "", target);
      }
    } else if (line.trim() !== "" && !line.startsWith("#")) current = [];
  }
  return targets;
}

/** Without the signs that tell make how to run the line. */
function bare(line: string): string {
  return line.trim().replace(/^[@+-]+\s*/, "");
}

function recipesFor(wanted: string, targets: ReadonlyMap<string, Target>): string {
  const seen = new Set<string>();
  const lines: string[] = [];
  add(wanted);
  return lines.join("\n");

  function add(name: string) {
    const target = targets.get(name);
    if (target === undefined || seen.has(name)) return;
    seen.add(name);
    for (const need of target.needs) add(need);
    lines.push(...target.recipe);
  }
}

function textOf(path: string, disk: Disk): string | null {
  try {
    return disk.statSync(path).size > LONGEST_FILE ? null : disk.readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
