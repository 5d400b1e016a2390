/** The gear and its dialog: how the person likes to be asked, and how this browser shows it. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Interaction } from "../../../src/desk/interaction.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { SettingsDialog } from "../../shared/dialog.tsx";
import { useText } from "../parts/messages.ts";
import type { Saver } from "./saver.ts";

export interface SettingsProps {
  saved: Interaction;
  onSave: Saver["save"];
  /** The question that the person is looking at, if any. */
  here?: { page: ChoicePage; extend(seconds: number | null): Promise<void> };
}

export function Settings(props: SettingsProps) {
  const say = useText().settings;
  return (
    <SettingsDialog icon={<Gear />} say={say}>
      <Inside {...props} />
    </SettingsDialog>
  );
}

function Inside(props: SettingsProps) {
  const text = useText();
  const [View, setView] = useState<ComponentType<SettingsProps> | "failed" | null>(null);
  useEffect(() => {
    import("./settings-inside.tsx").then(
      ({ SettingsInside }) => setView(() => SettingsInside),
      () => setView("failed"),
    );
  }, []);
  if (View === null) return <p class="muted late">{text.loading}</p>;
  if (View === "failed") return <p role="alert">{text.unreachable}</p>;
  return <View {...props} />;
}

function Gear() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
    >
      <circle cx="12" cy="12" r="3.2" stroke-width="1.8" />
      <path
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
        d="M19.4 15a1.7 1.7 0 0 0 .3 1.8l.1.1a2 2 0 1 1-2.9 2.9l-.1-.1a1.7 1.7 0 0 0-2.8 1.2v.1a2 2 0 0 1-4 0V21a1.7 1.7 0 0 0-2.9-1.2l-.1.1a2 2 0 1 1-2.8-2.9l.1-.1a1.7 1.7 0 0 0-1.2-2.8H3a2 2 0 0 1 0-4h.1a1.7 1.7 0 0 0 1.2-2.9l-.1-.1a2 2 0 1 1 2.9-2.8l.1.1a1.7 1.7 0 0 0 1.8.3 1.7 1.7 0 0 0 1-1.6V3a2 2 0 0 1 4 0v.1a1.7 1.7 0 0 0 2.8 1.2l.1-.1a2 2 0 1 1 2.9 2.9l-.1.1a1.7 1.7 0 0 0 1.2 2.8h.1a2 2 0 0 1 0 4h-.1a1.7 1.7 0 0 0-1.5 1Z"
      />
    </svg>
  );
}
