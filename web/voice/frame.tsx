/**
 * The frame of both parts: a bar on top, a middle that scrolls, and a place
 * below for the person's words.
 */
import type { ComponentChildren, Ref } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { journey } from "../shared/route.ts";
import type { Connection } from "./events.ts";
import { type Failure, failureInWords } from "./failure.ts";
import { useText } from "./messages.ts";
import { Settings } from "./settings-dialog.tsx";

interface FrameProps {
  /** The way back, if there is one. */
  before?: ComponentChildren;
  heading: string;
  /** In small letters next to the heading. */
  state?: ComponentChildren;
  connection: Connection;
  failure: Failure | null;
  /** A screen reader says this when it changes. */
  news: string;
  middle?: Ref<HTMLElement>;
  below: ComponentChildren;
  children: ComponentChildren;
}

export function Frame({
  before,
  heading,
  state,
  connection,
  failure,
  news,
  middle,
  below,
  children,
}: FrameProps) {
  const text = useText();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (journey.get().hasMoved) title.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = heading === text.title ? "Askline" : `${heading} · Askline`;
  }, [heading, text]);
  return (
    <div class="voice">
      <header class="voice-bar">
        {before}
        <h1 ref={title} tabIndex={-1}>
          {heading}
        </h1>
        {state}
        <Settings />
      </header>
      <p class="status" role="status">
        {connection === "away" ? text.reconnecting : ""}
      </p>
      <main ref={middle ?? null} class="voice-middle" tabIndex={-1}>
        <FailureAlert failure={connection === "away" && failure?.status === 0 ? null : failure} />
        {children}
      </main>
      <p class="unseen" aria-live="polite">
        {news}
      </p>
      <footer class="voice-below">{below}</footer>
    </div>
  );
}

function FailureAlert({ failure }: { failure: Failure | null }) {
  const text = useText();
  const [message, suggestion] = failure === null ? ["", ""] : failureInWords(failure, text);
  return (
    <div role="alert" class={message === "" ? "" : "alert"}>
      {message !== "" && (
        <>
          <strong>{/[.!?]$/.test(message) ? message : `${message}.`}</strong> {suggestion}
        </>
      )}
    </div>
  );
}
