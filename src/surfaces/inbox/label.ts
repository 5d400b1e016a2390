/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "inbox",
  en: { name: "the inbox", place: "in the inbox" },
  ko: { name: "인박스", place: "인박스에서" },
};
