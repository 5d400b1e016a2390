/** The path of this machine's turn log. */
import { join } from "node:path";
import type { LoadedSettings } from "../desk/settings.ts";

export function agentLogPath({ values }: LoadedSettings): string {
  return join(values.stateDirectory, "agents.sqlite");
}

export function hubFileOf({ values }: LoadedSettings): string {
  return join(values.stateDirectory, "hub.json");
}
