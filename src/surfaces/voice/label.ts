/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "voice",
  en: { name: "voice", place: "by voice" },
  ko: { name: "음성", place: "음성으로" },
};
