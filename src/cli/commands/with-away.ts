/** Adds a line to a list while the person is away, which explains why the desk stays quiet. */
import { existsSync } from "node:fs";
import type { Locale } from "../../core/locale.ts";
import { awayPath } from "../../desk/attention/presence.ts";
import { prose } from "../prose.ts";

/** Loads nothing more while the person is here. */
export async function withAway(
  listed: string,
  stateDirectory: string,
  locale: Locale,
): Promise<string> {
  if (!existsSync(awayPath(stateDirectory))) return listed;
  const { awayLine } = await import("./away.ts");
  const line = awayLine(stateDirectory, locale);
  return line === null ? listed : `${listed}\n\n${await prose(line)}`;
}
