/** The pages with a link in the bar, and on a phone a tab, in this order. `pages.ts` loads them. */
import type { IconName } from "../../shared/icons.tsx";
import type { FrameWords } from "./frame-words.ts";

export interface NavEntry {
  to: string;
  icon: IconName;
  label: keyof FrameWords["pages"];
}

export const NAV: readonly NavEntry[] = [
  { to: "/", icon: "list", label: "questions" },
  { to: "/agents", icon: "agents", label: "agents" },
  { to: "/history", icon: "history", label: "history" },
  { to: "/figures", icon: "figures", label: "figures" },
];
