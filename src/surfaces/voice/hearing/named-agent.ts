/**
 * Which agent a person names at the beginning of what they say, and the rest of their words. Pure.
 */

export interface Named<A> {
  agent: A;
  rest: string;
}

/**
 * Null unless the words name exactly one agent: "web: the second one", "tell web to go on", "web에 두
 * 번째". `addressed` requires a colon after the name: "web two" may also be an answer for the agent
 * that waits.
 */
export function namedAtStart<A>(
  agents: readonly A[],
  nameOf: (agent: A) => string,
  text: string,
  how: "named" | "addressed" = "named",
): Named<A> | null {
  const words = text.normalize("NFC").trim();
  const found = agents.flatMap((agent) => {
    const rest = restAfter(nameOf(agent), words, how);
    return rest === null ? [] : [{ agent, rest, length: nameOf(agent).length }];
  });
  const longest = Math.max(...found.map(({ length }) => length));
  const [only, ...others] = found.filter(({ length }) => length === longest);
  return only === undefined || others.length > 0 ? null : only;
}

/** People speak a name without its dashes, dots and underscores. */
function restAfter(name: string, words: string, how: "named" | "addressed"): string | null {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
  if (parts.length === 0) return null;
  const spoken = parts.map((part) => part.replace(/[^\p{L}\p{N}]/gu, "")).join("[\\s._-]*");
  const between = how === "addressed" ? ":\\s*" : "(?:[,:]\\s*|(?:에게?|한테)?\\s+)(?:to )?";
  const pattern = new RegExp(`^(?:(?:for|to|tell|answer) )?${spoken}${between}(\\S.*)$`, "isu");
  return pattern.exec(words)?.[1] ?? null;
}
