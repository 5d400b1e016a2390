/** The portal: the dashboard and a page for each ask, in the browser. */
import type { SurfaceModule } from "../surface.ts";
import { portalCommands } from "./commands.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  commands: portalCommands,
  async open(hub) {
    const { desk, interaction, settings, locale, person, webDirectory, agents, clients } = hub;
    const { createPortal } = await import("./portal.ts");
    return createPortal({
      desk,
      interaction,
      locale,
      person,
      assetsDirectory: webDirectory,
      onPerson: hub.onPerson,
      settings,
      agents,
      clients,
    });
  },
};
