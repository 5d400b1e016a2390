/**
 * A person's message without Slack's markup: links and names as they were displayed, signs as they
 * were typed.
 */

export function incomingText(text: string, botUserId: string): string {
  return text
    .replaceAll(new RegExp(`<@${botUserId}(\\|[^>]*)?>`, "g"), "")
    .replace(/<((?:https?|mailto):[^|>]*)(?:\|([^>]*))?>/g, (_, address: string, words?: string) =>
      link(address, words),
    )
    .replace(/<[#@!]([^|>]*)\|([^>]*)>/g, "$2")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .trim();
}

/** If Slack made the link itself, its words are the address, and are given only once. */
function link(address: string, words = ""): string {
  const bare = address.replace(/^mailto:/, "");
  return words === "" || bare.endsWith(words) || bare.endsWith(`${words}/`)
    ? words || bare
    : `${words} (${bare})`;
}
