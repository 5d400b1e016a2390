/**
 * A token for clients that post their hooks themselves. It stands in their configuration, so it
 * opens the hooks and nothing else: its holder can report what an agent did, as `askline hook` can,
 * but can answer nothing and read nothing.
 */
import { seal } from "./secrets.ts";

/** Derived from the machine's own token, so it ends with that one. */
export function hookTokenFrom(localToken: string): string {
  return `askline_hook_${seal(localToken, "hooks")}`;
}

export function isForHooks(path: string): boolean {
  return path.startsWith("/hook/");
}
