/** The portal: the dashboard and a page for each ask, in the browser. */
import type { SurfaceModule } from "../surface.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  async open({ desk, interaction, locale, person, webDirectory, onPerson }) {
    const { createPortal } = await import("./portal.ts");
    return createPortal({
      desk,
      interaction,
      locale,
      person,
      assetsDirectory: webDirectory,
      onPerson,
    });
  },
};
