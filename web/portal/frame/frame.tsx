/**
 * The frame of every page: the bar on top with the pages and the settings, the status line, on a
 * phone the tabs below, and failures.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../shared/icons.tsx";
import { Link } from "../../shared/link.tsx";
import { journey, usePathname } from "../../shared/route.ts";
import { useStore } from "../../shared/store.ts";
import { counts } from "../parts/counts.ts";
import { type Failure, failureInWords } from "../parts/failure.ts";
import { frameWords } from "../parts/frame-words.ts";
import { useText } from "../parts/messages.ts";
import { NAV } from "../parts/nav.ts";
import { PageTools } from "./page-tools.tsx";
import type { Command } from "./palette.tsx";

interface FrameProps {
  /** Shown in the bar, beside the settings. */
  aside?: ComponentChildren;
  status: string;
  title: string;
  /** Whether changes arrive by themselves; left out by a page that follows none. */
  isLive?: boolean;
  /** `panes` fills the window and scrolls inside; `page` is a column that scrolls whole. */
  layout?: "page" | "panes";
  /** On a phone a page with a bar of its own at the bottom has no tabs. */
  hasTabs?: boolean;
  /** What ⌘K offers here beside the pages. */
  commands?: readonly Command[];
  /** The id of what the first Tab leads to; the page itself unless given. */
  skipTo?: string;
  children: ComponentChildren;
}

export function Frame(props: FrameProps) {
  const { aside, status, title, isLive, layout = "page", hasTabs = true, children } = props;
  const text = useText();
  const say = frameWords(text.locale);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (journey.get().hasMoved) place.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div class="frame" data-layout={layout} data-tabs={hasTabs}>
      <a class="skip" href={`#${props.skipTo ?? "main"}`}>
        {props.skipTo === undefined ? say.skipToMain : say.skip}
      </a>
      <header class="bar">
        <Link to="/" class="brand">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span>Askline</span>
          <span class="unseen">: {text.allQuestions}</span>
        </Link>
        <nav class="pages" aria-label={say.pagesName}>
          <PageLinks />
        </nav>
        <div class="bar-aside">
          <PageTools commands={props.commands ?? []} />
          {isLive !== undefined && (
            <span class="hub">
              <span class={isLive ? "dot" : "dot off"} />
              <span class="hub-word">{isLive ? say.connected : text.reconnecting}</span>
            </span>
          )}
          {aside}
        </div>
      </header>
      <p class="status" role="status">
        {status}
      </p>
      <main id="main" ref={place} tabIndex={-1}>
        {children}
      </main>
      {hasTabs && (
        <nav class="tabs" aria-label={say.pagesName}>
          <PageLinks isTabs />
        </nav>
      )}
    </div>
  );
}

function PageLinks({ isTabs = false }) {
  const say = frameWords(useText().locale).pages;
  const pathname = usePathname();
  const { open } = useStore(counts);
  return (
    <>
      {NAV.map(({ to, icon, label }) => (
        <Link key={to} to={to} {...(to === pathname && { current: "page" })}>
          {isTabs && <Icon name={icon} />}
          <span>{say[label]}</span>
          {to === "/" && open !== null && open > 0 && (
            <>
              {" "}
              <span class="count">{open > MOST_SHOWN ? `${MOST_SHOWN}+` : open}</span>
            </>
          )}
        </Link>
      ))}
    </>
  );
}

const MOST_SHOWN = 999;

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
