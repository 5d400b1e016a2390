/**
 * The frame of both pages: the bar on top with the way home and the settings, the
 * status line, and failures.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Link } from "../../shared/link.tsx";
import { journey } from "../../shared/route.ts";
import { type Failure, failureInWords } from "./failure.ts";
import { useText } from "./messages.ts";

interface FrameProps {
  /** Shown in the bar, beside the settings. */
  aside?: ComponentChildren;
  status: string;
  title: string;
  children: ComponentChildren;
}

export function Frame({ aside, status, title, children }: FrameProps) {
  const text = useText();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (journey.get().hasMoved) place.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header class="bar">
        <div class="bar-inside">
          <Link to="/" class="brand">
            <img src="/icon.svg" alt="" width="24" height="24" />
            <span>Askline</span>
            <span class="unseen">: {text.allQuestions}</span>
          </Link>
          <div class="bar-aside">{aside}</div>
        </div>
        <p class="status" role="status">
          {status}
        </p>
      </header>
      <main ref={place} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

export function FailureAlert({ failure }: { failure: Failure | null }) {
  const text = useText();
  const words = failure === null ? null : failureInWords(failure, text);
  return (
    <div role="alert" class={words === null ? "" : "alert"}>
      {words !== null && (
        <>
          <strong>{words.message}</strong> {words.suggestion}
        </>
      )}
    </div>
  );
}
