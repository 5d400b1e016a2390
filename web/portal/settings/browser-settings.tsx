/** How pages look and call for attention: theme, language, notifications. */
import { useState } from "preact/hooks";
import { Select, Switch } from "../../shared/controls.tsx";
import { useStore } from "../../shared/store.ts";
import { choose, device, remember } from "../parts/device.ts";
import { frameWords } from "../parts/frame-words.ts";
import { useText } from "../parts/messages.ts";
import { notificationsAreOn, turnOnNotifications } from "../parts/notify.ts";

export function BrowserSettings() {
  const { settings: say, locale } = useText();
  const { theme, language, letterKeys } = useStore(device);
  return (
    <section>
      <h3 class="over">{say.thisBrowser}</h3>
      <Select
        label={say.theme}
        value={theme}
        choices={say.themes}
        onChange={(chosen) => choose({ theme: chosen })}
      />
      <Select
        label={say.language}
        value={language}
        choices={say.languages}
        onChange={(chosen) => choose({ language: chosen })}
      />
      <Switch
        label={frameWords(locale).letterKeys}
        isOn={letterKeys}
        onChange={(isOn) => remember({ letterKeys: isOn })}
      />
      <Notifications />
    </section>
  );
}

function Notifications() {
  const say = useText().settings;
  const { notifications } = useStore(device);
  const [isBlocked, setBlocked] = useState(false);
  const areOn = notificationsAreOn(notifications);

  async function toggle() {
    if (areOn) return choose({ notifications: false });
    setBlocked(!(await turnOnNotifications()));
  }

  return (
    <>
      <div class="setting">
        <span>{say.notifications}</span>
        <button
          type="button"
          class="small"
          aria-describedby="notifications-hint"
          onClick={() => void toggle()}
        >
          {areOn ? say.notificationsOff : say.notificationsOn}
        </button>
      </div>
      <p class="setting-hint muted" id="notifications-hint" role="status">
        {isBlocked ? say.notificationsBlocked : say.notificationsHint}
      </p>
    </>
  );
}
