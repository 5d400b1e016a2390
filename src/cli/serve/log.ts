/**
 * What a hub says of itself while it runs. As text, warnings on standard error, for a person who
 * started it. As JSON (`ASKLINE_LOG=json`), one line an event on standard error, for programs that
 * gather logs of many hubs: never a word of an ask, a token or a link.
 */
import { randomBytes } from "node:crypto";
import { digest } from "../../http/secrets.ts";

export type Level = "info" | "warn" | "error";
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface HubLog {
  /** Left out of the text, whose reader sees what happens. */
  event(name: string, facts?: Facts): void;
  warn(message: string): void;
}

type Write = (line: string) => void;

export async function openHubLog(
  format: "text" | "json",
  write: Write = (line) => void process.stderr.write(line),
): Promise<HubLog> {
  if (format === "text") return { event: () => undefined, warn: (line) => write(`${line}\n`) };
  const { hiding } = await import("../../core/redact/hide.ts");
  const key = randomBytes(16).toString("hex");
  const fingerprint = (part: string) => digest(key + part).toString("base64url");
  const hide = hiding({ locale: "en", fingerprint });
  return {
    event: (name, facts = {}) => line("info", name, facts),
    warn: (message) => line("warn", "warning", { message: hide(withoutContents(message)) }),
  };

  function line(level: Level, event: string, facts: Facts) {
    const at = new Date().toISOString();
    write(`${JSON.stringify({ at, level, event, pid: process.pid, ...facts })}\n`);
  }
}

const LONGEST = 500;

/** V8 quotes what it could not read, which may be anybody's words. */
function withoutContents(message: string): string {
  return message
    .replace(/(?:, )?(?:\.{3})?".*" is not valid JSON/gs, " in what is not valid JSON")
    .slice(0, LONGEST);
}

/** Node's own warnings go into the log too, instead of beside it. */
export function logWarningsOfNode({ warn }: HubLog) {
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => warn(`${name}: ${message}`));
}
