/** How long this question waits, and the ways to change that for it alone, with a way back. */
import { useState } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { Icon } from "../../shared/icons.tsx";
import { useText } from "../parts/messages.ts";
import { MinutesForm } from "../parts/minutes-form.tsx";
import { paneWords } from "../parts/pane-words.ts";
import { clock } from "../parts/time.ts";
import type { Choice } from "./choice.ts";
import { useMedia } from "./use-media.ts";
import { useMenu } from "./use-menu.ts";

interface DeadlineMenuProps {
  choice: Choice;
  ask: Ask;
  remaining: number | null;
  isStale: boolean;
}

const MINUTES = [5, 30];
const SOON_SECONDS = 60;

export function DeadlineMenu({ choice, ask, remaining, isStale }: DeadlineMenuProps) {
  const text = useText();
  const say = paneWords(text.locale);
  const { place, isOpen, toggle, close } = useMenu();
  // Null before the first change; the moment that held before it.
  const [before, setBefore] = useState<{ endsAt: number | null } | null>(null);

  function move(seconds: number | null) {
    setBefore({ endsAt: remaining === null ? null : Date.now() + remaining * 1000 });
    close();
    void choice.extend(seconds);
  }

  function undo() {
    if (before === null) return;
    const { endsAt } = before;
    setBefore(null);
    // What has passed meanwhile is gone, but nothing ends the moment it is undone.
    const seconds = endsAt === null ? null : Math.ceil((endsAt - Date.now()) / 1000);
    void choice.extend(seconds === null ? null : Math.max(LEAST_SECONDS, seconds));
  }

  return (
    <div class="menu-place" ref={place}>
      {before !== null && (
        <span class="moved" aria-live="polite">
          {remaining === null ? say.time.unlimited : say.time.moved(timeIn(remaining, text.locale))}{" "}
          <button type="button" class="quiet small" onClick={undo}>
            {say.time.undo}
          </button>
        </span>
      )}
      <button
        type="button"
        class="small time-button"
        // The part that counts has a role of its own, which gives its button no name.
        aria-label={remaining === null ? say.noLimit : say.endsIn(clock(remaining, text.days))}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <TimeLeft ask={ask} remaining={remaining} isStale={isStale} />
        <Icon name="down" />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame in a list
        <div class="menu" role="group" aria-label={say.time.name}>
          {MINUTES.map((minutes) => (
            <button
              key={minutes}
              type="button"
              onClick={() => move((remaining ?? 0) + minutes * 60)}
            >
              {remaining === null ? say.time.from(minutes) : say.time.more(minutes)}
              {minutes === MINUTES[0] && (
                <span class="kbd" aria-hidden="true">
                  +
                </span>
              )}
            </button>
          ))}
          <MinutesForm onMove={move} />
          {remaining !== null && (
            <button type="button" onClick={() => move(null)}>
              {say.time.none}
            </button>
          )}
          <p class="muted">{say.time.only}</p>
        </div>
      )}
    </div>
  );
}

const LEAST_SECONDS = 30;

function TimeLeft({ ask, remaining, isStale }: Omit<DeadlineMenuProps, "choice">) {
  const text = useText();
  const say = paneWords(text.locale);
  const isPhone = useMedia("(max-width: 480px)");
  if (remaining === null) return <span>{say.noLimit}</span>;
  const given = (Date.parse(ask.expiresAt ?? "") - Date.parse(ask.createdAt)) / 1000;
  const share = given > 0 ? Math.min(100, Math.round((remaining / given) * 100)) : 100;
  const time = clock(remaining, text.days);
  const name = ["left", remaining <= SOON_SECONDS && "soon", isStale && "stale"];
  return (
    <span class={name.filter(Boolean).join(" ")} role="timer">
      <span class="pie" style={{ "--p": share }} aria-hidden="true" />
      {isPhone ? time : say.endsIn(time)}
      {isStale && <span class="stale-note"> ({text.mayBeStale})</span>}
    </span>
  );
}

function timeIn(seconds: number, locale: string): string {
  const at = new Date(Date.now() + seconds * 1000);
  return at.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
