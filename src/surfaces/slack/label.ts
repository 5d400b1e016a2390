/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "slack",
  en: { name: "Slack", place: "in Slack" },
  ko: { name: "Slack", place: "Slack에서" },
};
