/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "terminal",
  en: { name: "the terminal", place: "in the terminal" },
  ko: { name: "터미널", place: "터미널에서" },
};
