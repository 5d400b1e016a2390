/** A button and the dialog of settings that it opens. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface SettingsDialogProps {
  icon: ComponentChildren;
  say: { open: string; title: string; close: string };
  /** Shown below the icon; the button is the icon alone without it. */
  label?: string;
  children: ComponentChildren;
}

export function SettingsDialog({ icon, say, label, children }: SettingsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        class={label === undefined ? "icon" : "tab"}
        aria-label={say.open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {icon}
        {label !== undefined && <span>{label}</span>}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
        <dialog
          ref={dialog}
          class="settings"
          aria-labelledby="settings-title"
          onClick={closeOutside}
          onClose={() => setOpen(false)}
        >
          <div class="settings-inside">
            <div class="settings-head">
              <h2 id="settings-title">{say.title}</h2>
              <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
                {say.close}
              </button>
            </div>
            {children}
          </div>
        </dialog>
      )}
    </>
  );
}

/**
 * A click on the dialog element itself is a click on its backdrop: all content lies inside a child.
 */
function closeOutside({ target, currentTarget }: MouseEvent) {
  if (target === currentTarget && currentTarget instanceof HTMLDialogElement) currentTarget.close();
}
