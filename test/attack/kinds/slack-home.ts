/** Slack's Home tab, slash command and shortcut, for another workspace, app or a lost account. */
import { ASK_AGENT } from "../../../src/surfaces/slack/setup/manifest.ts";
import type { Shown } from "../../support/slack-stand-in.ts";
import type { Attack, Attempt } from "../support/attack.ts";
import type { Target } from "../support/target.ts";
import { isHandled, STRANGERS } from "./slack-strangers.ts";

const WAYS = ["home", "list", "agents", "away", "click at home", "shortcut"] as const;
type Way = (typeof WAYS)[number];

export const attack: Attack = {
  name: "Slack's Home and commands for strangers",
  run: async (target) => {
    const attempts: Attempt[] = [];
    for (const stranger of STRANGERS) attempts.push(...(await triesOf(target, stranger)));
    return attempts;
  },
};

async function triesOf(target: Target, stranger: (typeof STRANGERS)[number]): Promise<Attempt[]> {
  const { slack, ask, shown, isOpen } = target;
  const { what, workspace, isDeactivated = false } = stranger;
  const title = `Kept from ${what}`;
  const { id } = await ask({ title, prompt: title, project: "C1" });
  const card = await shown("C1", new RegExp(title));
  const [own, said, windows] = [{ ...slack.workspace }, slack.responses.length, slack.views.length];
  // What a person types or opens does not say whose workspace the person is of.
  const ways = "userTeamId" in workspace ? WAYS.slice(-2) : WAYS;
  Object.assign(slack.workspace, workspace);
  const done: { way: Way; user: string; reply: unknown }[] = [];
  for (const way of ways) {
    // Each is somebody else, of whom the hub has not heard yet.
    const user = `UGONE${way}${what}`.replace(/\W/g, "").toUpperCase();
    if (isDeactivated) slack.deactivated.add(user);
    done.push({ way, user, reply: await doAs(target, user, way, card) });
  }
  Object.assign(slack.workspace, own);
  await isHandled(target, title);
  const isKept = (await isOpen(id)) && slack.views.length === windows;
  const told = JSON.stringify(slack.responses.slice(said)).includes(title);
  return done.map(({ way, user, reply }) => {
    const isSeen = JSON.stringify([slack.homes.get(user), reply]).includes(title);
    return { what: `${way} of ${what}`, isRefused: isKept && !told && !isSeen };
  });
}

/** What the stranger does; the buttons of a question are the same in the Home tab as on its card. */
async function doAs({ slack }: Target, user: string, way: Way, card: Shown): Promise<unknown> {
  if (way === "home") return slack.openHome(user);
  if (way === "shortcut")
    return slack.shortcut(user, ASK_AGENT, { id: "C1" }, { ts: "1.0", user: "UADA", text: "Hi" });
  if (way !== "click at home") return slack.slash(user, way);
  slack.homes.set(user, { blocks: card.blocks });
  await slack.clickHome(user, /Yes/);
  return slack.homes.delete(user);
}
