/** Whether push is on here, why not, and what turns it on. */
import { useEffect, useState } from "preact/hooks";
import { Switch } from "./controls.tsx";
import { changePush, type PushHere, readPush, testPush, turnOffPush, turnOnPush } from "./push.ts";
import type { PushPanelProps } from "./push-panel.tsx";
import { type PushWords, pushWords } from "./push-words.ts";
import "../styles/push.css";

export function PushView({ page, locale }: PushPanelProps) {
  const say = pushWords(locale);
  const [here, setHere] = useState<PushHere>();
  const [told, setTold] = useState("");
  useEffect(() => void readPush().then(setHere), []);
  if (here?.isServed !== true) return null;
  const { hindrance, on } = here;
  const wish = (showsText: boolean) => ({ page, lang: locale, showsText });
  return (
    <section class="push">
      <h3 class="over">{say.title}</h3>
      <div class="push-state">
        <Bell isOn={on !== null} />
        <strong>{on === null ? say.off : say.on}</strong>
        <p>{hindrance === null ? (on === null ? say.offWhy : say.onWhy) : say.why[hindrance]}</p>
      </div>
      {hindrance !== null && <Steps steps={say.steps[hindrance]} />}
      {on !== null && (
        <Switch
          label={say.showsText}
          isOn={on.showsText}
          onChange={(showsText) => void doing(() => changePush(wish(showsText)))}
        />
      )}
      <p class="push-note">{on?.showsText === true ? say.withText : say.withoutText}</p>
      <div class="push-buttons">
        {on === null ? (
          <button
            type="button"
            class={hindrance === null ? "primary" : ""}
            disabled={hindrance !== null}
            onClick={() => void doing(() => turnOnPush(wish(false)))}
          >
            {say.turnOn}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => void test()}>
              {say.test}
            </button>
            <button type="button" class="quiet" onClick={() => void doing(turnOffPush)}>
              {say.turnOff}
            </button>
          </>
        )}
      </div>
      {hindrance !== null && hindrance !== "denied" && (
        <p class="push-or">
          <Typed text={say.orNtfy} />
        </p>
      )}
      <p class="push-told" role="status">
        {told}
      </p>
    </section>
  );

  async function doing(change: () => Promise<PushHere>) {
    setTold("");
    try {
      setHere(await change());
    } catch (error) {
      setTold(say.failed((error as Error).message || say.noReason));
      setHere(await readPush());
    }
  }

  async function test() {
    const known = await testPush();
    setTold(known?.trouble === null ? say.sent : say.failed(known?.trouble ?? say.noReason));
  }
}

function Steps({ steps }: { steps: PushWords["steps"]["insecure"] }) {
  return (
    <ol class="push-steps">
      {steps.map(([what, how]) => (
        <li key={what}>
          <strong>{what}</strong>
          <span>
            <Typed text={how} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What stands between backquotes is typed on the computer. */
function Typed({ text }: { text: string }) {
  const parts = text.split("`");
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))}</>;
}

function Bell({ isOn }: { isOn: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="28"
      height="28"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5a2.2 2.2 0 0 0 4 0" />
      {!isOn && <path d="M3.5 3.5l17 17" />}
    </svg>
  );
}
