/** Whether anybody has set Slack up here, told without loading any of it. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export function hasSlack(stateDirectory: string): boolean {
  return Boolean(process.env["ASKLINE_SLACK_BOT_TOKEN"]) || existsSync(join(stateDirectory, "slack", "tokens.json"));
}
