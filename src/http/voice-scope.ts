/**
 * The scope *voice*: the voice API, the voice page with its files, push to it, and the events it
 * follows. Every device has it, and one that was made for voice alone has nothing else
 * (`answer-scope.ts` is what the others have besides). Settings, hooks and tools stay with this machine's own token.
 *
 * Paths come in as the router sees them, with every `..` resolved.
 */

const API = "/api/voice/";
const PAGE = /^\/voice(?:\/.*)?$/;
const FILES = /^\/(?:assets\/.+|icon[\w-]*\.(?:png|svg)|[\w-]+\.webmanifest|(?:voice-)?sw\.js)$/;
const PUSH = /^\/api\/push(?:\/[a-z]+)?$/;
const UPLOAD = /^\/api\/(?:voice\/agents\/[^/]+\/upload|asks\/[^/]+\/files)$/;

export function isForVoice(path: string): boolean {
  const isOpen = [PAGE, FILES, PUSH].some((one) => one.test(path));
  return isOpen || isVoiceApi(path) || path === "/api/events";
}

export function isVoiceApi(path: string): boolean {
  return path.startsWith(API) || path === API.slice(0, -1);
}

/** Whether a file is uploaded there: the only changes whose body is not JSON. */
export function isUpload(path: string): boolean {
  return UPLOAD.test(path);
}

/** The agent that a path of the voice API names. */
export function agentInPath(path: string): string | null {
  const [, id] = /^\/api\/voice\/agents\/([^/]+)/.exec(path) ?? [];
  return id ?? null;
}
