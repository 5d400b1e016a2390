/** The gear and its dialog: how the person likes to be asked, and how this browser shows it. */
import type { Interaction } from "../../../src/desk/interaction.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { Select, Switch } from "../../shared/controls.tsx";
import { SettingsDialog } from "../../shared/dialog.tsx";
import { PushPanel } from "../../shared/push-panel.tsx";
import { useText } from "../parts/messages.ts";
import { BrowserSettings } from "./browser-settings.tsx";
import { OptionVisibility } from "./option-visibility.tsx";
import type { Saver, SettingChange } from "./saver.ts";
import { TimeLimit } from "./time-limit.tsx";

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
      <SharedSettings {...props} />
      {props.here !== undefined && <OptionVisibility {...props} page={props.here.page} />}
      <BrowserSettings />
      <PushPanel page="portal" locale={useText().locale} />
    </SettingsDialog>
  );
}

/** The settings that the terminal and every other surface use too. */
function SharedSettings(props: SettingsProps) {
  const say = useText().settings;
  const { saved } = props;
  const save = (change: SettingChange) => void props.onSave(change);
  return (
    <section>
      <h3 class="over">{say.saved}</h3>
      <Select
        label={say.transport}
        value={saved.transport ?? "unset"}
        choices={say.transports}
        onChange={(transport) => save({ transport: transport === "unset" ? null : transport })}
      />
      <Select
        label={say.submit}
        value={saved.submitMode ?? "unset"}
        choices={say.submits}
        onChange={(submitMode) => save({ submitMode: submitMode === "unset" ? null : submitMode })}
      />
      <TimeLimit {...props} />
      <Switch
        label={say.placeholder}
        isOn={saved.showPlaceholder !== false}
        onChange={(showPlaceholder) => save({ showPlaceholder })}
      />
      <Switch
        label={say.notes}
        isOn={saved.annotations !== false}
        onChange={(annotations) => save({ annotations })}
      />
    </section>
  );
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
