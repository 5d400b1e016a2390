/** `askline token rotate`: gives this machine another token, and shuts out who has the old one. */

import { join } from "node:path";
import { printableJson } from "../../../core/json.ts";
import { LOCAL_TOKEN_FILE, rotateLocalToken } from "../../../http/token.ts";
import type { CommandCall } from "../../command.ts";
import { deviceMessages } from "./messages.ts";

/** The token itself is printed nowhere: programs read it from its file, or from `hub.json`. */
export async function rotateToken(call: CommandCall): Promise<boolean> {
  const file = join(call.settings.stateDirectory, LOCAL_TOKEN_FILE);
  const token = await rotateLocalToken(file);
  await call.tellHubClients(token);
  const text = deviceMessages(call.locale).rotated;
  const forPeople = call.isForPrograms ? printableJson({ file }) : await call.prose(text);
  process.stdout.write(`${forPeople}\n`);
  return true;
}
