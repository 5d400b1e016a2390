/** The pages and their files: the same for everybody, so nothing in them is worth reading. */
import { isVoicePage } from "./voice-scope.ts";

const PAGE = /^\/(?:choice\/[^/]*|passkeys)?$/;

export function isPageFile(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && (PAGE.test(path) || isVoicePage(path));
}
