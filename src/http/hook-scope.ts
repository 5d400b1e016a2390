/**
 * A token for agents' clients that post their hooks by themselves: it stands in their configuration, so it opens the hooks
 * and nothing else. Whoever has it can say what an agent did, as `askline hook` can; they can answer nothing and read nothing.
 */
import { seal } from "./secrets.ts";

/** Made of the machine's own token, so it is gone with that one. */
export function hookTokenFrom(localToken: string): string {
  return `askline_hook_${seal(localToken, "hooks")}`;
}

export function isForHooks(path: string): boolean {
  return path.startsWith("/hook/");
}
