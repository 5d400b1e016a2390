/** The surfaces of this hub, opened, and what each of them is given. */
import { fileURLToPath } from "node:url";
import { followAsks } from "../../desk/follow-asks.ts";
import { systemClock } from "../../store/clock.ts";
import type { JobStore } from "../../store/jobs.ts";
import type {
  AskFeed,
  HubAgents,
  HubContext,
  KnownClient,
  Surface,
} from "../../surfaces/surface.ts";
import type { Context } from "../context.ts";
import { VERSION } from "../runtime.ts";
import { allSurfaces } from "../surfaces.ts";
import { runByOneHub } from "./run-by-one-hub.ts";

/**
 * The surfaces that are on in this hub. A surface that fails is reported, and
 * the others still work.
 */
export async function openSurfaces(hub: HubContext, jobs?: JobStore): Promise<Surface[]> {
  const opened: Surface[] = [];
  for (const { label, open, isShared } of await allSurfaces()) {
    try {
      const one = await open?.(hub);
      if (one === undefined || "off" in one) continue;
      if (isShared !== true || jobs === undefined) opened.push(one);
      else opened.push(runByOneHub({ first: one, open: () => open?.(hub), jobs, ...hub }));
    } catch (error) {
      hub.onWarning(`${nameOf(label.en.name)} is not served: ${(error as Error).message}`);
    }
  }
  return opened;
}

export function hubContextOf(context: Context, agents: HubAgents | null): HubContext {
  const { desk, interaction, locale, onWarning, person, presence, settings } = context;
  return {
    ...{
      desk,
      interaction,
      locale,
      person,
      agents,
      settings: settings.values,
      clock: systemClock,
      version: VERSION,
    },
    webDirectory: fileURLToPath(new URL("../web", import.meta.url)),
    skillsDirectory: fileURLToPath(new URL("../../skills", import.meta.url)),
    clients: () => knownClients(context),
    newId: () => crypto.randomUUID(),
    onPerson: presence.mark,
    onWarning,
  };
}

/** Read when somebody looks: clients come and go. */
async function knownClients({ settings }: Context): Promise<readonly KnownClient[]> {
  const [{ clientsHere }, { installationHere }, { planFor }] = await Promise.all([
    import("../setup/clients.ts"),
    import("../setup/installation.ts"),
    import("../setup/plan.ts"),
  ]);
  return clientsHere(installationHere(settings)).map((client) => {
    const isSetUp = client.isHere && planFor(client).every(({ action }) => action === "none");
    return { id: client.id, name: client.name, isHere: client.isHere, isSetUp };
  });
}

export function feedOf({ desk, clock }: Pick<HubContext, "desk" | "clock">): AskFeed {
  return (parts) => followAsks({ ...parts, desk, clock });
}

function nameOf(label: string): string {
  return label.replace(/^the /, "The ");
}
