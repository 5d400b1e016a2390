/** Whether a process is the one that reads what is typed into a terminal. */
import { execFile } from "node:child_process";
import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * `behind`: alive on that terminal, but another job has the keyboard. `covered`: a program that the
 * process started has it.
 */
export type Standing = "in_front" | "behind" | "covered" | "stopped" | "gone";

/** `aliveAt` is when we last heard from the process. One that started later only reuses its id. */
export async function standingOf(pid: number, terminal: string, aliveAt: Date): Promise<Standing> {
  const look =
    process.platform === "linux" ? await lookInProc(pid, terminal) : await askPs(pid, terminal);
  if (look === null || look.state.startsWith("Z") || !look.isOnTerminal) return "gone";
  if (look.ageMs + CLOCK_SLACK_MS < Date.now() - aliveAt.getTime()) return "gone";
  // A suspended job has given the keyboard back. A job stopped by a signal may keep it, but does
  // not read.
  if (look.state.startsWith("T")) return "stopped";
  if (look.group !== look.frontGroup) return "behind";
  return (await isCovered(pid, terminal)) ? "covered" : "in_front";
}

interface Look {
  state: string;
  group: number;
  frontGroup: number;
  isOnTerminal: boolean;
  ageMs: number;
}

// Process starts are counted in hundredths of a second, and a clock may have been set in between.
const CLOCK_SLACK_MS = 5_000;
const TICKS_PER_SECOND = 100;

async function lookInProc(pid: number, terminal: string): Promise<Look | null> {
  try {
    const [line, uptime, { rdev }] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile("/proc/uptime", "utf8"),
      stat(terminal),
    ]);
    // The second field is the program's name in brackets, which may hold spaces and brackets, so
    // fields are counted from behind it.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const [state = "", , group, , terminalNumber, frontGroup] = fields;
    const ageSeconds = Number.parseFloat(uptime) - Number(fields[19]) / TICKS_PER_SECOND;
    return {
      state,
      group: Number(group),
      frontGroup: Number(frontGroup),
      isOnTerminal: Number(terminalNumber) === rdev,
      ageMs: ageSeconds * 1000,
    };
  } catch {
    return null;
  }
}

/** The same from `ps`, for systems without /proc. */
export async function askPs(pid: number, terminal: string): Promise<Look | null> {
  const columns = "stat=,pgid=,tpgid=,tty=,etime=";
  const answer = await promisify(execFile)("ps", ["-o", columns, "-p", String(pid)]).catch(
    () => null,
  );
  const [state, group, frontGroup, tty, age] = answer?.stdout.trim().split(/\s+/) ?? [];
  if (state === undefined || age === undefined) return null;
  return {
    state,
    group: Number(group),
    frontGroup: Number(frontGroup),
    isOnTerminal: `/dev/${tty}` === terminal,
    ageMs: secondsOf(age) * 1000,
  };
}

/** `[[days-]hours:]minutes:seconds` */
function secondsOf(elapsed: string): number {
  const [clock = "", days = "0"] = elapsed.split("-").reverse();
  return Number(days) * 86_400 + clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/**
 * An editor that the agent opened is in the agent's process group; only its standard input shows
 * that it has the keyboard. Other tools and servers of an agent read from pipes. Works on Linux
 * only.
 */
async function isCovered(pid: number, terminal: string): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""),
  );
  const children = (await Promise.all(lists)).join(" ").split(" ").filter(Boolean);
  const keyboards = children.map((child) => readlink(`/proc/${child}/fd/0`).catch(() => ""));
  return (await Promise.all(keyboards)).includes(terminal);
}
