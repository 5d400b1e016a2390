/** ntfy: notices by a topic of the person's own, for phones without a page. Sends nothing before one is set. */
import type { SurfaceModule } from "../surface.ts";
import { ntfyCommands } from "./commands.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  commands: ntfyCommands,
  async open({ desk, settings, person, locale, clock, onWarning }) {
    const { openNtfy } = await import("./open-ntfy.ts");
    return openNtfy({ desk, settings, person, locale, clock, onWarning });
  },
  async examine(settings) {
    const { examineNtfy } = await import("./examine.ts");
    return examineNtfy(settings);
  },
  async leavesTo(settings) {
    const { ntfyLeavesTo } = await import("./examine.ts");
    return ntfyLeavesTo(settings);
  },
};
