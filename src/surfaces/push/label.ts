/** What this surface is called. */
import type { SurfaceLabel } from "../../core/names.ts";

export const label: SurfaceLabel = {
  key: "push",
  en: { name: "a push notice", place: "in a push notice" },
  ko: { name: "푸시 알림", place: "푸시 알림에서" },
};
