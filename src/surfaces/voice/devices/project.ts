/** `askline project`: who may see and answer the asks of a project. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import { printableJson } from "../../../core/json.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { type Project, projectsIn } from "../../../http/projects.ts";
import type { CommandCall } from "../../command.ts";
import { deviceMessages } from "./messages.ts";

export async function listProjects(call: CommandCall): Promise<boolean> {
  const text = deviceMessages(call.locale);
  const all = await projectsIn(call.settings.stateDirectory).list();
  const rows = [
    text.projectColumns,
    ...all.map(({ name, see, answer }) => [
      name,
      see?.join(", ") ?? text.everybody,
      (answer ?? see)?.join(", ") ?? text.everybody,
    ]),
  ];
  return print(call, all, all.length === 0 ? text.noProjects : await call.table(rows));
}

export async function setProject(call: CommandCall): Promise<boolean> {
  const name = nameIn(call);
  const [see, answer] = [peopleIn(call.options["see"]), peopleIn(call.options["answer"])];
  const project: Project = { name, ...(see && { see }), ...(answer && { answer }) };
  await projectsIn(call.settings.stateDirectory).set(project);
  return print(call, project, deviceMessages(call.locale).projectSet(name));
}

export async function removeProject(call: CommandCall): Promise<boolean> {
  const name = nameIn(call);
  if (!(await projectsIn(call.settings.stateDirectory).remove(name))) throw new NoSuchProject(name);
  return print(call, { name }, deviceMessages(call.locale).projectRemoved(name));
}

function nameIn({ words }: CommandCall): string {
  const name = (words[0] ?? "").trim().normalize("NFC");
  if (name === "" || safeLine(name) !== name || name.includes(",")) throw new NoSuchProject(name);
  return name;
}

/** Undefined where nobody was named: then it is open to everybody with a token for it. */
function peopleIn(given: unknown): string[] | undefined {
  if (typeof given !== "string") return undefined;
  return given
    .split(",")
    .map((name) => name.trim().normalize("NFC"))
    .filter((name) => name !== "");
}

class NoSuchProject extends SpokenError {
  readonly code = "not_found";
  constructor(name: string) {
    super({
      en: {
        message: `There is no project called ${safeLine(name)} in the list.`,
        suggestion: "Run `askline project list` to see those with people of their own.",
      },
      ko: {
        message: `목록에 그런 프로젝트가 없습니다: ${safeLine(name)}`,
        suggestion: "`askline project list`로 사람을 정해 둔 프로젝트를 볼 수 있습니다.",
      },
    });
  }
}

function print({ isForPrograms }: CommandCall, forPrograms: unknown, forPeople: string): boolean {
  process.stdout.write(`${isForPrograms ? printableJson(forPrograms) : forPeople}\n`);
  return true;
}
