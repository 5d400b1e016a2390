/** What the dialog of settings shows. Its script is loaded when it is opened. */
import { Select, Switch } from "../../shared/controls.tsx";
import { PushPanel } from "../../shared/push-panel.tsx";
import { useText } from "../parts/messages.ts";
import { BrowserSettings } from "./browser-settings.tsx";
import { OptionVisibility } from "./option-visibility.tsx";
import type { SettingChange } from "./saver.ts";
import type { SettingsProps } from "./settings.tsx";
import { TimeLimit } from "./time-limit.tsx";

export function SettingsInside(props: SettingsProps) {
  return (
    <>
      <SharedSettings {...props} />
      {props.here !== undefined && <OptionVisibility {...props} page={props.here.page} />}
      <BrowserSettings />
      <PushPanel page="portal" locale={useText().locale} />
    </>
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
