/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "ntfy",
  en: { name: "ntfy", place: "in ntfy" },
  ko: { name: "ntfy", place: "ntfy에서" },
};
