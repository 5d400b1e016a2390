/** Every key of the page, as the inbox in the terminal has them too. */
import { frameWords } from "../parts/frame-words.ts";
import { useText } from "../parts/messages.ts";
import { triageWords } from "../parts/triage-words.ts";
import { LightDialog } from "./palette.tsx";

export function AllKeys({ onClose }: { onClose(): void }) {
  const { locale } = useText();
  const say = triageWords(locale);
  const { keys } = say;
  const rows: [string[], string][] = [
    [["j", "↓"], keys.next],
    [["k", "↑"], keys.previous],
    [["⏎"], keys.open],
    [["1", "9"], keys.digits],
    [["␣"], keys.select],
    [["t"], keys.text],
    [["n", "N"], `${keys.note}, ${keys.noteAll.toLowerCase()}`],
    [["i"], keys.edit],
    [["e", "d", "b"], keys.askBack],
    [["x"], keys.decline],
    [["c"], keys.cancel],
    [["u"], keys.undo],
    [["z"], keys.snooze],
    [["Z"], keys.showSnoozed],
    [["+"], keys.more],
    [["="], keys.same],
    [["[", "]"], keys.toQuestions],
    [["."], keys.newRows],
    [["/"], keys.find],
    [["f"], keys.filter],
    [["s"], keys.settings],
    [["a"], keys.agents],
    [["h"], keys.history],
    [["o"], keys.page],
    [["y"], keys.copy],
    [["Esc"], keys.escape],
    [[MODIFIER, "K"], keys.commands],
    [["?"], keys.all],
  ];
  return (
    <LightDialog name={say.allKeys} onClose={onClose} class="keys-box">
      <div class="line">
        <h2 class="grow">{say.allKeys}</h2>
        <button type="button" class="quiet small" onClick={onClose}>
          {say.close}
        </button>
      </div>
      <dl class="key-list">
        {rows.map(([names, words]) => (
          <div key={names.join()}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">{frameWords(locale).inFields}</p>
    </LightDialog>
  );
}

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
