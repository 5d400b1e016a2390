/** A button that copies a text, also on pages without https, where browsers offer no clipboard. */
import { useState } from "preact/hooks";

interface CopyButtonProps {
  text: string;
  label: string;
  /** Shown once it is copied. */
  doneLabel: string;
  /** Says what is copied, where several stand together. */
  name?: string;
}

export function CopyButton({ text, label, doneLabel, name }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      class="small"
      aria-live="polite"
      aria-label={isDone ? undefined : name}
      onClick={() => void copy(text).then((isCopied) => setDone(isCopied))}
    >
      {isDone ? doneLabel : label}
    </button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}
