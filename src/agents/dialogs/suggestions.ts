/** A client's permission suggestions in words. A suggestion that we cannot word is not offered. */
import { z } from "zod";
import { seen } from "./fence.ts";
import type { DialogMessages } from "./messages.ts";

// An option has a line or two of room; people would agree to a longer one unread.
const LONGEST_WORDS = 400;

export const BETWEEN_SUGGESTIONS = "; ";

export interface Suggestion {
  /** As the client sent them; handed back unchanged. */
  updates: unknown[];
  words: string;
}

const Update = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("addRules"),
    rules: z
      .array(z.looseObject({ toolName: z.string(), ruleContent: z.string().optional() }))
      .min(1),
    behavior: z.literal("allow"),
    destination: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal("setMode"),
    mode: z.string(),
    destination: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal("addDirectories"),
    directories: z.array(z.string()).min(1),
    destination: z.string().optional(),
  }),
]);

/**
 * A client's suggestions work only together: access to a folder, for example, does not yet let a
 * command write there. So they become one offer. They are offered one by one only if some of them
 * cannot be worded, if the joined text is too long, or if the client means them as alternatives.
 */
export function suggestionsFrom(
  given: readonly unknown[],
  text: DialogMessages,
  areAlternatives = false,
): Suggestion[] {
  const worded = given.flatMap((update): Suggestion[] => {
    const parsed = Update.safeParse(update).data;
    const words = parsed && wordsOf(parsed, text);
    return words ? [{ updates: [update], words }] : [];
  });
  const offered = worded.filter(
    ({ words }, index) => worded.findIndex((other) => other.words === words) === index,
  );
  const whole = offered.map(({ words }) => words).join(BETWEEN_SUGGESTIONS);
  const isWhole =
    !areAlternatives &&
    worded.length === given.length &&
    offered.length > 1 &&
    whole.length <= LONGEST_WORDS;
  return isWhole ? [{ updates: [...given], words: whole }] : offered;
}

function wordsOf(update: z.infer<typeof Update>, text: DialogMessages): string | null {
  const where = ownWord(text.where, update.destination ?? "session");
  const what = whatOf(update, text);
  if (what === undefined || where === undefined) return null;
  const words = `${seen(what).text.replace(/\s+/g, " ").trim()} (${where})`;
  return words.length > LONGEST_WORDS ? null : words;
}

function whatOf(update: z.infer<typeof Update>, text: DialogMessages): string | undefined {
  switch (update.type) {
    case "addRules":
      return text.rules(update.rules.map(ruleOf).join(", "));
    case "setMode":
      return ownWord(text.mode, update.mode);
    case "addDirectories":
      return text.directories(update.directories.join(", "));
  }
}

function ownWord(words: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

function ruleOf({
  toolName,
  ruleContent,
}: {
  toolName: string;
  ruleContent?: string | undefined;
}): string {
  return ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
}
