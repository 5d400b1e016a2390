/** Clicks that Slack signed, of another workspace, another app or a lost account. */
import { type Attack, each } from "../support/attack.ts";
import { send } from "../support/requests.ts";
import type { Target } from "../support/target.ts";

export const STRANGERS = [
  { what: "another team", workspace: { teamId: "T2" } },
  { what: "another app", workspace: { appId: "A2" } },
  { what: "a person of another team", workspace: { userTeamId: "T2" } },
  { what: "a deactivated person", workspace: {}, isDeactivated: true },
];

export const attack: Attack = {
  name: "Slack clicks of strangers",
  run: (target) =>
    each(
      STRANGERS,
      ({ what }) => what,
      async ({ workspace, isDeactivated = false, what }) => {
        const { slack, ask, shown, isOpen } = target;
        const { id } = await ask({ title: what, prompt: what, project: "C1" });
        const card = await shown("C1", new RegExp(what));
        const own = { ...slack.workspace };
        if (isDeactivated) slack.deactivated.add("UGONE");
        Object.assign(slack.workspace, workspace);
        await slack.click("UGONE", card, /Yes/);
        Object.assign(slack.workspace, own);
        await isHandled(target, what);
        return isOpen(id);
      },
    ),
};

/** A click is acknowledged first and looked at afterwards, so a later request must come through. */
export async function isHandled({ port, slack, ask, shown, isOpen }: Target, what: string) {
  const title = `After ${what}`;
  const { id } = await ask({ title, prompt: title, project: "C2" });
  const card = await shown("C2", new RegExp(title));
  await slack.click("UADA", card, /Yes/);
  while (await isOpen(id)) await send(port, "/healthz");
}
