/** A picture or file to send: chosen here, sent with the words typed next to it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Clip, Cross } from "./icons.tsx";
import { useText } from "./messages.ts";

export function AttachButton({ onFile }: { onFile(file: File): void }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) =>
      target instanceof Node && !place.current?.contains(target) && setOpen(false);
    const onEscape = ({ key }: KeyboardEvent) => key === "Escape" && setOpen(false);
    addEventListener("pointerdown", leave);
    addEventListener("keydown", onEscape);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("keydown", onEscape);
    };
  }, [isOpen]);

  function take({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const [file] = currentTarget.files ?? [];
    // Lets the same file be chosen again later.
    currentTarget.value = "";
    setOpen(false);
    if (file !== undefined) onFile(file);
  }

  return (
    <div class="attach" ref={place}>
      <button
        type="button"
        class="icon"
        aria-label={text.attach}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Clip />
      </button>
      <div class="attach-choices" hidden={!isOpen}>
        <button type="button" class="quiet" onClick={() => camera.current?.click()}>
          {text.takePhoto}
        </button>
        <button type="button" class="quiet" onClick={() => files.current?.click()}>
          {text.chooseFile}
        </button>
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={take}
      />
      <input ref={files} type="file" hidden onChange={take} />
    </div>
  );
}

export function AttachedFile({ file, onRemove }: { file: File; onRemove(): void }) {
  const text = useText();
  return (
    <p class="attached">
      <Clip />
      <span>{text.attached(file.name, sizeOf(file, text.locale))}</span>
      <button type="button" class="icon" aria-label={text.removeFile(file.name)} onClick={onRemove}>
        <Cross />
      </button>
    </p>
  );
}

export function sizeOf({ size }: { size: number }, locale: string): string {
  const isLarge = size >= 1_000_000;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? size / 1_000_000 : Math.max(1, size / 1000));
}
