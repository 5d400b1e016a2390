/** What a person wrote in Slack, without Slack's own marks: links and names as they were seen, signs as they were typed. */

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

/** Slack makes links out of what looks like one; then the words are the address, and once is enough. */
function link(address: string, words = ""): string {
  const bare = address.replace(/^mailto:/, "");
  return words === "" || bare.endsWith(words) || bare.endsWith(`${words}/`)
    ? words || bare
    : `${words} (${bare})`;
}
