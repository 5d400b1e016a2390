/** Push: notices to browsers that asked for them, also when no page is open. Sends nothing before one did. */
import type { SurfaceModule } from "../surface.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  async open({ desk, settings, person, clock, onWarning }) {
    const { openPush } = await import("./open-push.ts");
    return openPush({ desk, settings, person, clock, onWarning });
  },
  async examine(settings) {
    const { examinePush } = await import("./examine.ts");
    return examinePush(settings);
  },
  async leavesTo(settings) {
    const { pushLeavesTo } = await import("./examine.ts");
    return pushLeavesTo(settings);
  },
};
