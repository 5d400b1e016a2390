/**
 * What of the portal a device opens that may answer: the list of questions, each question's page,
 * their live connection, what answers them, and what was decided before. It may do by touch what it
 * may do by voice anyway. Settings, passkeys, rules, tokens and links stay with this machine's own
 * credentials.
 */
const PAGES = /^\/(?:choice\/[^/]+\/?|history|figures)?$/;
const READS =
  /^\/(?:live|api\/(?:rows|asks(?:\/.*)?|history(?:\/names|\.csv)?|figures(?:\.csv)?))$/;
const CHANGES = /^\/api\/asks\/[^/]+\/(?:answer|reject|extend|snooze|sign|draft|evidence|files)$/;

// Its last steps hold what its tools read, which is more than the conversation that a device sees.
const AGENT_OF_ASK = /^\/api\/asks\/[^/]+\/agent$/;

/** Paths come in as the router sees them, with every `..` resolved. */
export function isForAnswering(method: string, path: string): boolean {
  if (AGENT_OF_ASK.test(path)) return false;
  if (method === "GET" || method === "HEAD") return PAGES.test(path) || READS.test(path);
  return path === "/api/presence" || CHANGES.test(path);
}
