/** Commands and questions by a few letters: what a person types finds both. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Row } from "../../../src/surfaces/portal/rows/row-wire.ts";
import { Icon } from "../../shared/icons.tsx";
import { goTo } from "../../shared/route.ts";
import { Said } from "../../shared/said.tsx";
import { api } from "../parts/api.ts";
import { frameWords } from "../parts/frame-words.ts";
import { useText } from "../parts/messages.ts";
import { NAV } from "../parts/nav.ts";

export interface Command {
  label: string;
  key?: string;
  run(): void;
}

interface PaletteProps {
  commands: readonly Command[];
  onClose(): void;
}

const MOST_FOUND = 8;

export function Palette({ commands, onClose }: PaletteProps) {
  const { locale } = useText();
  const say = frameWords(locale);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const rows = useFound(typed, locale);
  const pages = NAV.map(({ to, label }) => ({ label: say.pages[label], run: () => goTo(to) }));
  const fitting: Command[] = [...commands, ...pages].filter(({ label }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const questions: Command[] = rows.map((row) => ({
    label: row.title === "" ? (row.code ?? "") : row.title,
    run: () => goTo(`/?${new URLSearchParams({ ask: row.id })}`),
  }));
  const items = [...fitting, ...questions];
  const current = Math.min(at, items.length - 1);

  function press(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") setAt(Math.min(current + 1, items.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
    else if (event.key === "Enter") run(items[current]);
    else return;
    event.preventDefault();
  }

  function run(item: Command | undefined) {
    if (item === undefined) return;
    onClose();
    item.run();
  }

  return (
    <LightDialog name={say.palette} onClose={onClose} class="palette-box">
      <label class="palette-field">
        <Icon name="search" />
        <span class="unseen">{say.palette}</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={items.length === 0 ? undefined : `${id}-${current}`}
          dir="auto"
          value={typed}
          placeholder={say.palette}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </label>
      <div id={id} class="palette-items" role="listbox" aria-label={say.palette}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys.
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same words
            key={`${item.label}-${index}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => run(item)}
          >
            <Icon name={index < fitting.length ? "forward" : "question"} />
            <span class="grow cut">
              <Said text={item.label} />
            </span>
            {item.key !== undefined && <kbd>{item.key}</kbd>}
          </div>
        ))}
        {items.length === 0 && <p class="muted">{say.nothingFits}</p>}
      </div>
    </LightDialog>
  );
}

/** The hub searches; an answer that a later letter overtook is dropped. */
function useFound(typed: string, locale: string): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    const given = new AbortController();
    const q = typed.trim();
    if (q === "") setRows([]);
    else
      api
        .rows({ q, locale, limit: String(MOST_FOUND) }, given.signal)
        .then((page) => setRows(page.rows))
        .catch(() => undefined);
    return () => given.abort();
  }, [typed, locale]);
  return rows;
}

interface LightDialogProps {
  name: string;
  class: string;
  onClose(): void;
  children: preact.ComponentChildren;
}

/** Beside the page and not in its way: Escape and a click elsewhere close it. */
export function LightDialog({ name, class: look, onClose, children }: LightDialogProps) {
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    place.current?.show();
    place.current?.querySelector<HTMLElement>("input, button")?.focus();
    const outside = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) === false) onClose();
    };
    addEventListener("pointerdown", outside);
    return () => {
      removeEventListener("pointerdown", outside);
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [onClose]);
  return (
    <dialog
      ref={place}
      class={`light ${look}`}
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
