/** What the settings hold: how this device talks, listens and looks. Loaded when they are opened. */
import { Select, Switch } from "../shared/controls.tsx";
import { PushPanel } from "../shared/push-panel.tsx";
import { useStore } from "../shared/store.ts";
import { canListen } from "./listener.ts";
import { useText } from "./messages.ts";
import { change, settings } from "./settings.ts";
import { speaker } from "./speaker.ts";
import "../styles/settings.css";

export function SettingsSections() {
  return (
    <>
      <SpeechSettings />
      <DeviceSettings />
      <PushPanel page="voice" locale={useText().locale} />
    </>
  );
}

function SpeechSettings() {
  const say = useText().settings;
  const { isSpoken, rate, verbosity, autoListen } = useStore(settings);
  return (
    <section>
      <h3 class="over">{say.speech}</h3>
      <Switch
        label={say.isSpoken}
        isOn={speaker.isAble && isSpoken}
        isDisabled={!speaker.isAble}
        hint={speaker.isAble ? undefined : say.noVoice}
        onChange={(isOn) => change({ isSpoken: isOn })}
      />
      <Select
        label={say.rate}
        value={rate.toFixed(2)}
        choices={say.rates}
        onChange={(chosen) => change({ rate: Number(chosen) })}
      />
      <Select
        label={say.verbosity}
        value={verbosity}
        choices={say.verbosities}
        onChange={(chosen) => change({ verbosity: chosen })}
      />
      <Switch
        label={say.autoListen}
        isOn={canListen && autoListen}
        isDisabled={!canListen}
        hint={canListen ? undefined : say.noEar}
        onChange={(isOn) => change({ autoListen: isOn })}
      />
    </section>
  );
}

function DeviceSettings() {
  const say = useText().settings;
  const { theme, language } = useStore(settings);
  return (
    <section>
      <h3 class="over">{say.looks}</h3>
      <Select
        label={say.theme}
        value={theme}
        choices={say.themes}
        onChange={(chosen) => change({ theme: chosen })}
      />
      <Select
        label={say.language}
        value={language}
        choices={say.languages}
        onChange={(chosen) => change({ language: chosen })}
      />
    </section>
  );
}
