/**
 * The frame of both parts: a bar on top, a middle that scrolls, and a place
 * below for the person's words.
 */
import type { ComponentChildren, Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { journey } from "../shared/route.ts";
import type { Connection } from "./events.ts";
import { type Failure, failureInWords } from "./failure.ts";
import { NoNetwork } from "./icons.tsx";
import { useText } from "./messages.ts";

interface FrameProps {
  /** The way back, if there is one. */
  before?: ComponentChildren;
  heading: string;
  /** In small letters below the heading. */
  subheading?: string;
  /** How many the heading counts. */
  count?: number | null;
  /** In small letters next to the heading. */
  state?: ComponentChildren;
  connection: Connection;
  failure: Failure | null;
  /** When the hub was last heard, in milliseconds. */
  seenAt?: number | null;
  /** Rows reach from side to side. */
  isList?: boolean;
  /** A screen reader says this when it changes. */
  news: string;
  middle?: Ref<HTMLElement>;
  below: ComponentChildren;
  children: ComponentChildren;
}

export function Frame({
  before,
  heading,
  subheading = "",
  count = null,
  state,
  connection,
  failure,
  seenAt = null,
  isList = false,
  news,
  middle,
  below,
  children,
}: FrameProps) {
  const isOnline = useIsOnline();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (journey.get().hasMoved) title.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const counted = count !== null && count > 0 ? `(${count}) ${heading}` : heading;
    document.title = `${counted} · Askline`;
  }, [heading, count]);
  return (
    <div class="voice">
      <header class="voice-bar">
        {before}
        <h1 ref={title} tabIndex={-1}>
          <bdi>{heading}</bdi>
          {count !== null && <span class="count"> {count}</span>}
          {subheading !== "" && <small> {subheading}</small>}
        </h1>
        {state}
      </header>
      <p class="status" role="status">
        {(connection === "away" || !isOnline) && <Away seenAt={seenAt} />}
      </p>
      <main
        ref={middle ?? null}
        class={isList ? "voice-middle list" : "voice-middle"}
        tabIndex={-1}
      >
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

function useIsOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener("online", follow);
    addEventListener("offline", follow);
    return () => {
      removeEventListener("online", follow);
      removeEventListener("offline", follow);
    };
  }, []);
  return isOnline;
}

/** Without a network nothing is tried; without a hub it is, again and again. */
function Away({ seenAt }: { seenAt: number | null }) {
  const text = useText();
  const at = seenAt === null ? null : new Date(seenAt);
  const clock = at?.toLocaleTimeString(text.locale, { hour: "numeric", minute: "2-digit" });
  return (
    <>
      <NoNetwork />
      <span>
        {navigator.onLine ? text.reconnecting : text.noNetwork}
        {clock !== undefined && ` ${text.shownAsOf(clock)}`}
      </span>
    </>
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
