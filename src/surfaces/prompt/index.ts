/** The prompt on the terminal of the process that asks. */
import type { SurfaceModule } from "../surface.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = {
  label,
  async prompt(ask, parts) {
    const { promptHere } = await import("./prompt.ts");
    return promptHere(ask, parts);
  },
};
