/** What can be done with several questions at once, and the reason for declining one or all. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../shared/icons.tsx";
import { Said } from "../../shared/said.tsx";
import { snoozeChoices, snoozeWords } from "../../shared/snooze.ts";
import { useText } from "../parts/messages.ts";
import { triageWords } from "../parts/triage-words.ts";
import type { ShownRow } from "./row-window.ts";

export type BarMode = "choose" | "decline" | "same" | "snooze";

interface SelectionBarProps {
  rows: readonly ShownRow[];
  mode: BarMode;
  onMode(mode: BarMode | null): void;
  onDecline(reason: string): void;
  onExtend(): void;
  onSame(label: string): void;
  /** Null brings back. */
  onSnooze(until: string | null): void;
  onClear(): void;
}

export const MINUTES_FOR_SEVERAL = 10;

export function SelectionBar(props: SelectionBarProps) {
  const { rows, mode, onMode, onExtend, onClear } = props;
  const { locale } = useText();
  const say = triageWords(locale);
  if (mode === "decline") return <Decline {...props} />;
  if (mode === "same") return <SameAnswer {...props} />;
  if (mode === "snooze") return <SnoozeUntil {...props} />;
  return (
    <fieldset class="selection" aria-label={say.selected(rows.length)}>
      <strong>{say.selected(rows.length)}</strong>
      <span class="grow" />
      <button type="button" class="small" onClick={() => onMode("same")}>
        {say.sameAnswer} <kbd>=</kbd>
      </button>
      <button type="button" class="small" onClick={onExtend}>
        {say.extendBy(MINUTES_FOR_SEVERAL)} <kbd>+</kbd>
      </button>
      <button type="button" class="small" onClick={() => onMode("decline")}>
        {say.declineAll} <kbd>x</kbd>
      </button>
      <button type="button" class="small" onClick={() => onMode("snooze")}>
        {snoozeWords(locale).name} <kbd>z</kbd>
      </button>
      <button type="button" class="icon" aria-label={say.clearSelection} onClick={onClear}>
        <Icon name="close" />
      </button>
    </fieldset>
  );
}

function Decline({ rows, onMode, onDecline }: SelectionBarProps) {
  const say = triageWords(useText().locale);
  const [reason, setReason] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [first] = rows;
  if (first === undefined) return null;
  const words =
    rows.length === 1
      ? say.declineTitle(first.title || (first.code ?? ""))
      : say.declineSeveral(rows.length);
  return (
    <form
      class="selection"
      aria-label={words}
      onSubmit={(event) => {
        event.preventDefault();
        onDecline(reason.trim());
      }}
    >
      <label for="bar-reason" class="cut">
        <Said text={words} />
      </label>
      <input
        id="bar-reason"
        ref={field}
        type="text"
        dir="auto"
        maxLength={10_000}
        placeholder={say.reason}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onMode(null)}
      />
      <button type="submit" class="small danger">
        {say.decline}
      </button>
      <button type="button" class="small quiet" onClick={() => onMode(null)}>
        {say.back}
      </button>
    </form>
  );
}

/** What is put off already comes back instead. */
function SnoozeUntil({ rows, onMode, onSnooze }: SelectionBarProps) {
  const { locale } = useText();
  const say = snoozeWords(locale);
  const place = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => place.current?.querySelector("button")?.focus(), []);
  const isAsleep = rows.length > 0 && rows.every(({ snoozed }) => snoozed !== undefined);
  const ends = rows.flatMap(({ endsAt }) => endsAt ?? []);
  const choices = snoozeChoices(ends.length === 0 ? null : Math.min(...ends), locale);
  return (
    <fieldset ref={place} class="selection" aria-label={say.for}>
      {isAsleep ? (
        <button type="button" class="small" onClick={() => onSnooze(null)}>
          {say.wake}
        </button>
      ) : (
        choices.map(({ label, time, until, isCapped }) => (
          <button
            key={label}
            type="button"
            class="small"
            title={time}
            onClick={() => onSnooze(until)}
          >
            {isCapped ? say.capped(time) : label}
          </button>
        ))
      )}
      {!isAsleep && choices.length === 0 && <span class="grow">{say.tooSoon}</span>}
      <span class="grow" />
      <button type="button" class="small quiet" onClick={() => onMode(null)}>
        {triageWords(locale).back}
      </button>
    </fieldset>
  );
}

/** The labels that every one of them has, and that may be sent at once. */
function SameAnswer({ rows, onMode, onSame }: SelectionBarProps) {
  const say = triageWords(useText().locale);
  const labels = commonLabels(rows);
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.querySelector("button")?.focus(), []);
  return (
    <fieldset ref={place} class="selection" aria-label={say.sameAnswer}>
      {labels.length === 0 && <span class="grow">{say.noSameAnswer}</span>}
      {labels.map((label) => (
        <button key={label} type="button" class="small" onClick={() => onSame(label)}>
          <Said text={label} />
        </button>
      ))}
      <span class="grow" />
      <button type="button" class="small quiet" onClick={() => onMode(null)}>
        {say.back}
      </button>
    </fieldset>
  );
}

export function commonLabels(rows: readonly ShownRow[]): string[] {
  const [first, ...others] = rows.map(({ options, questions }) =>
    questions === 1
      ? options.filter(({ pick }) => pick === "at_once").map(({ label }) => label)
      : [],
  );
  return (first ?? []).filter((label) => others.every((labels) => labels.includes(label)));
}
