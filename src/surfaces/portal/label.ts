/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "portal",
  en: { name: "the browser", place: "in the browser" },
  ko: { name: "브라우저", place: "브라우저에서" },
};
