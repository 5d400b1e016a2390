/** What else can be done with a question: refuse it, ask back, copy its id, print it. */
import { Icon } from "../../shared/icons.tsx";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import type { Aside } from "./aside-panel.tsx";
import { useMenu } from "./use-menu.ts";

interface MoreMenuProps {
  id: string;
  isOpenAsk: boolean;
  onAside(aside: Aside): void;
  onCancel(): void;
}

export function MoreMenu({ id, isOpenAsk, onAside, onCancel }: MoreMenuProps) {
  const say = paneWords(useText().locale).more;
  const { place, isOpen, toggle, close } = useMenu();
  const item = (label: string, key: string, run: () => void) => (
    <button
      type="button"
      onClick={() => {
        close();
        run();
      }}
    >
      {label}
      {key !== "" && (
        <span class="kbd" aria-hidden="true">
          {key}
        </span>
      )}
    </button>
  );
  return (
    <div class="menu-place" ref={place}>
      <button
        type="button"
        class="icon small"
        aria-label={say.name}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame in a list
        <div class="menu" role="group" aria-label={say.name}>
          {isOpenAsk && (
            <>
              {item(say.elaborate, "e", () => onAside("elaborate"))}
              {item(say.rephrase, "d", () => onAside("rephrase"))}
              {item(say.decline, "x", () => onAside("decline"))}
              {item(say.cancel, "c", onCancel)}
            </>
          )}
          {item(say.copyId, "y", () => void navigator.clipboard?.writeText(id))}
          {item(say.print, "", () => print())}
        </div>
      )}
    </div>
  );
}
