/** The desktop of this machine: it shows notices; answers are given on other surfaces. */
import type { SurfaceModule } from "../surface.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  async open({ locale }) {
    const { desktopSurface } = await import("./desktop.ts");
    return desktopSurface({ locale, platform: process.platform, env: process.env });
  },
};
