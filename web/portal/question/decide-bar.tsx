/** The place where it is decided, always the same: options, own words, and the ways out. */
import type { ComponentChildren } from "preact";
import { useText } from "../parts/messages.ts";
import type { Aside } from "./aside-panel.tsx";
import { useMedia } from "./use-media.ts";

interface DecideBarProps {
  children?: ComponentChildren;
  /** What stands in the row of the ways out, where there is no button to send. */
  tools?: ComponentChildren;
  isSending: boolean;
  /** Sending needs a button of its own: picking an option does not send. */
  hasSubmit: boolean;
  submitLabel: string;
  /** Said beside the button: what is missing, or how far it is. */
  remark: string;
  aside: Aside | null;
  onAside(aside: Aside | null): void;
  onCancel(): void;
  snooze: ComponentChildren;
}

export function DecideBar(props: DecideBarProps) {
  const { children, tools, isSending, hasSubmit, submitLabel, remark, aside, onAside } = props;
  const text = useText();
  // Beside words and tools, or on a phone, there is room for one word.
  const isPhone = useMedia("(max-width: 639px)");
  const isShort = isPhone || !hasSubmit;
  return (
    <div class="decide">
      <div class="decide-in">
        {children}
        <div class={hasSubmit ? "decide-row" : "decide-row at-once"}>
          {tools}
          {hasSubmit && (
            <button
              type="submit"
              class={remark === "" ? "primary" : "primary waits"}
              disabled={isSending}
            >
              {isSending ? text.sending : submitLabel}
              {!isSending && (
                <span class="kbd" aria-hidden="true">
                  {SUBMIT_KEY}
                </span>
              )}
            </button>
          )}
          <span class="keys-hint muted">{remark}</span>
          <span class="grow" />
          {props.snooze}
          <button
            type="button"
            class="quiet"
            aria-expanded={aside === "decline"}
            onClick={() => onAside(aside === "decline" ? null : "decline")}
          >
            {isShort ? text.declineSend : text.decline}{" "}
            <span class="kbd" aria-hidden="true">
              x
            </span>
          </button>
          <button type="button" onClick={props.onCancel}>
            {text.cancel}{" "}
            <span class="kbd" aria-hidden="true">
              c
            </span>
          </button>
        </div>
      </div>
    </div>
  );
}

const SUBMIT_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘⏎" : "Ctrl ⏎";
