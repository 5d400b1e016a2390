/** The way to commands and keys from every page: a button in the bar, ⌘K and ?. */
import type { ComponentType } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Icon } from "../../shared/icons.tsx";
import { letterKeysAreOn } from "../parts/device.ts";
import { frameWords } from "../parts/frame-words.ts";
import { useText } from "../parts/messages.ts";
import { isTyping } from "../parts/typing.ts";
import type { Command } from "./palette.tsx";

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

type Shown = "palette" | "keys" | null;
type Tool = ComponentType<{ commands: readonly Command[]; onClose(): void }>;

export function PageTools({ commands }: { commands: readonly Command[] }) {
  const say = frameWords(useText().locale);
  const [shown, setShown] = useState<Shown>(null);
  const close = useCallback(() => setShown(null), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const next = meantBy(event);
      if (next === null) return;
      event.preventDefault();
      setShown((now) => (now === next ? null : next));
    };
    addEventListener("keydown", press);
    addEventListener(SHOW_KEYS, showKeys);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener(SHOW_KEYS, showKeys);
    };
    function showKeys() {
      setShown("keys");
    }
  }, []);
  const View = useTool(shown);
  return (
    <>
      <button
        type="button"
        class="palette-button"
        aria-haspopup="dialog"
        onClick={() => setShown("palette")}
      >
        <Icon name="search" />
        <span class="palette-word">{say.palette}</span>
        <kbd>{IS_MAC ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {View !== null && <View commands={commands} onClose={close} />}
    </>
  );
}

const SHOW_KEYS = "askline:keys";

/** For a hint on the page that leads to all keys. */
export function showAllKeys() {
  dispatchEvent(new Event(SHOW_KEYS));
}

function meantBy(event: KeyboardEvent): Shown {
  if (event.isComposing || event.altKey) return null;
  const hasModal = document.querySelector("dialog:modal") !== null;
  if (hasModal) return null;
  if (event.ctrlKey || event.metaKey) return event.code === "KeyK" ? "palette" : null;
  return event.key === "?" && !isTyping(event.target) && letterKeysAreOn() ? "keys" : null;
}

/** Their scripts come with the first use. */
function useTool(shown: Shown): Tool | null {
  const [tool, setTool] = useState<{ shown: Shown; View: Tool } | null>(null);
  useEffect(() => {
    let isMeant = true;
    const load = async () => {
      if (shown === "palette") return (await import("./palette.tsx")).Palette;
      return (await import("./all-keys.tsx")).AllKeys;
    };
    if (shown !== null)
      load().then(
        (View) => isMeant && setTool({ shown, View }),
        () => undefined,
      );
    return () => {
      isMeant = false;
    };
  }, [shown]);
  return tool !== null && tool.shown === shown ? tool.View : null;
}
