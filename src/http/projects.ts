/**
 * Who may see and answer the asks of a project. A project that is not listed is open to everybody
 * with a token for it. People are named here; groups of an identity provider can be named the same
 * way once there is one.
 */
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readJson, readJsonOnce, writeJson } from "../store/file/durable-file.ts";
import { withLock } from "../store/file/lock.ts";
import { refuseExposed, writeExposure } from "../store/file/private-file.ts";

export const Project = z.object({
  name: z.string().min(1),
  /** Absent: everybody. Who may answer may see it too. */
  see: z.array(z.string()).optional(),
  /** Absent: everybody who may see it. */
  answer: z.array(z.string()).optional(),
});
export type Project = z.infer<typeof Project>;

const ProjectFile = z.object({ projects: z.array(Project) });

export interface Projects {
  list(): Promise<Project[]>;
  /** Adds the project, or puts it in the place of the one with its name. */
  set(project: Project): Promise<void>;
  /** False if there is none of this name. */
  remove(name: string): Promise<boolean>;
  isOpenTo(name: string | undefined, person: string | undefined, to: "see" | "answer"): boolean;
  /** Whether any project is not open to everybody. */
  hasClosed(): boolean;
}

export function projectsIn(stateDirectory: string): Projects {
  return openProjects(join(stateDirectory, "projects.json"));
}

function openProjects(path: string): Projects {
  let known: { stamp: string; projects: Project[] } = { stamp: "", projects: [] };
  return { list, set, remove, isOpenTo, hasClosed: () => current().some(isClosed) };

  async function list(): Promise<Project[]> {
    const value = await readJson(path);
    return value === null ? [] : ProjectFile.parse(value).projects;
  }

  async function set(project: Project) {
    await change((all) => [...all.filter(({ name }) => name !== project.name), project]);
  }

  async function remove(name: string): Promise<boolean> {
    const before = await list();
    await change((all) => all.filter((one) => one.name !== name));
    return before.some((one) => one.name === name);
  }

  function isOpenTo(
    name: string | undefined,
    person: string | undefined,
    to: "see" | "answer",
  ): boolean {
    const project = current().find((one) => one.name === name);
    if (project === undefined) return true;
    const { see, answer } = project;
    const isNamed = (people: string[] | undefined) =>
      people === undefined || (person !== undefined && people.includes(person));
    const mayAnswer = answer === undefined ? isNamed(see) : isNamed(answer);
    return to === "answer" ? mayAnswer : isNamed(see) || (answer !== undefined && mayAnswer);
  }

  /** Read anew when the file was changed. One that cannot be read opens no project that it lists. */
  function current(): Project[] {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    if (stamp !== known.stamp) {
      refuseExposed(writeExposure(path));
      known = { stamp, projects: ProjectFile.parse(readJsonOnce(path)).projects };
    }
    return known.projects;
  }

  async function change(work: (all: Project[]) => Project[]) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await withLock(`${path}.lock`, async () => writeJson(path, { projects: work(await list()) }));
  }
}

function isClosed({ see, answer }: Project): boolean {
  return see !== undefined || answer !== undefined;
}
