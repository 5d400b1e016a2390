/** A link that was used already, or that ten programs open at once. */
import { type Attack, each } from "../support/attack.ts";
import { send } from "../support/requests.ts";

export const attack: Attack = {
  name: "used codes",
  async run({ port, linkTo }) {
    const { pathname, search } = new URL(await linkTo("/"));
    const all = await Promise.all(Array.from({ length: 10 }, () => send(port, pathname + search)));
    const letIn = all.filter(({ status }) => status === 200).length;
    const again = await each(
      ["again", "with HEAD", "with POST", "by its name in capitals"],
      String,
      async (how) => {
        const method = how.startsWith("with") ? how.slice(5) : "GET";
        const path = how.endsWith("capitals") ? `/OPEN${search}` : pathname + search;
        return (await send(port, path, { method })).status !== 200;
      },
    );
    const races = all.slice(1).map((_, index) => ({
      what: `race ${index + 2}`,
      isRefused: letIn === 1,
    }));
    return [...races, ...again];
  },
};
