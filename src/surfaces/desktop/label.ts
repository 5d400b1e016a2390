/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "desktop",
  en: { name: "the desktop", place: "on the desktop" },
  ko: { name: "데스크톱", place: "데스크톱에서" },
};
