/** Gives the mentions in a message their names, so that an agent reads "@Ada" and not an id. */
import type { People } from "../cards/people.ts";
import { escaped, line } from "../render/text.ts";

// Nobody waits for a window here, and an agent can do little with an id.
const NAME_WITHIN_MS = 10_000;
const PERSON = /<@([A-Z0-9]+)(?:\|[^>]*)?>/g;
const BARE_GROUP = /<!(here|channel|everyone)>/g;
const CHANNEL = /<#([A-Z0-9]+)(?:\|([^>]*))?>/g;

/** The text still has Slack's markup. Our own mention stays as it is. */
export async function withNames(
  text: string,
  botUserId: string,
  people: Pick<People, "of">,
): Promise<string> {
  const ids = new Set([...text.matchAll(PERSON)].map(([, id = ""]) => id));
  ids.delete(botUserId);
  const named = await Promise.all(
    [...ids].map(async (id) => [id, (await people.of(id, NAME_WITHIN_MS)).name] as const),
  );
  const names = new Map(named);
  return text
    .replace(PERSON, (mention, id: string) => {
      const name = names.get(id);
      return name === undefined ? mention : `<@${id}|@${labelFrom(name)}>`;
    })
    .replace(BARE_GROUP, "<!$1|@$1>")
    .replace(CHANNEL, (_, id: string, name: string) => `<#${id}|#${name || id}>`);
}

/** A mark's end or a second label would change what the mention is. */
function labelFrom(name: string): string {
  return escaped(line(name)).replaceAll("|", " ");
}
