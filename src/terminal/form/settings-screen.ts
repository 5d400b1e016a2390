/**
 * The settings as a list on the screen: each has a value
 * and steps to the next one, which is saved at once.
 */
import { secondsIn } from "../../core/duration.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import {
  effectiveInteraction,
  type Interaction,
  type InteractionChange,
} from "../../desk/interaction.ts";
import type { Messages } from "./messages.ts";
import { effective, isOnOwnRow, type PromptState, questionIn } from "./state.ts";

export interface Setting {
  label: string;
  value: string;
  /** The change to the next or the previous value. Null if the value cannot change. */
  step(direction: 1 | -1): InteractionChange | null;
  /** What a typed value changes; null if it cannot be read. Absent where nothing can be typed. */
  read?(typed: string): InteractionChange | null;
}

const TIMEOUTS = [undefined, 30, 60, 120, 300, 600, 1800, 3600, 86_400];

export function settingsIn(state: PromptState, text: Messages): Setting[] {
  const { saved } = state;
  const say = text.setting;
  return [
    {
      label: say.transport,
      value: say.transports[saved.transport ?? "unset"],
      step: (direction) => ({
        transport: after([undefined, "terminal", "web"], saved.transport, direction),
      }),
    },
    {
      label: say.timeout,
      value:
        saved.timeoutSeconds === undefined ? say.asAsked : duration(saved.timeoutSeconds, text),
      step: (direction) => ({
        timeoutSeconds: after(timeoutsWith(saved), saved.timeoutSeconds, direction),
      }),
      read: timeoutFrom,
    },
    {
      label: say.submit,
      value: say.submits[saved.submitMode ?? "unset"],
      step: (direction) => ({
        submitMode: after([undefined, "single", "batch"], saved.submitMode, direction),
      }),
    },
    toggle(say.placeholder, saved.showPlaceholder !== false, (showPlaceholder) => ({
      showPlaceholder,
    })),
    toggle(say.notes, saved.annotations !== false, (annotations) => ({ annotations })),
    ...visibilities(state, text),
  ];

  function toggle(
    label: string,
    isOn: boolean,
    change: (isOn: boolean) => InteractionChange,
  ): Setting {
    return { label, value: isOn ? say.on : say.off, step: () => change(!isOn) };
  }
}

/** The settings after a change, before the file has it. */
export function changed(saved: Interaction, change: InteractionChange): Interaction {
  const entries = Object.entries({ ...saved, ...change }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(entries);
}

/** The line about the settings under every question. */
export function settingsInBrief(state: PromptState, text: Messages): string[] {
  const say = text.settingsLine;
  const { transport, autoSubmit } = effective(state);
  const { timeoutSeconds, annotations } = state.saved;
  return [
    say.transport[transport ?? "unset"],
    say.timeout(timeoutSeconds === undefined ? null : duration(timeoutSeconds, text)),
    say.submit[autoSubmit ? "single" : "batch"],
    say.notes[annotations === false ? "off" : "on"],
    ...(state.field === null && !isOnOwnRow(state) ? [text.keys.settings] : []),
  ];
}

function visibilities(state: PromptState, text: Messages): Setting[] {
  const { title, options } = questionIn(state);
  const { hiddenOptions = {} } = state.saved;
  const hidden = hiddenOptions[title] ?? [];
  const held = effective(state).hiddenOptionIds[state.form.index] ?? [];
  return options.map(({ id, label }) => {
    const isHidden = held.includes(id);
    return {
      label: text.setting.option(safeLine(label)),
      value: isHidden ? text.setting.hidden : text.setting.shown,
      step,
    };

    function step(): InteractionChange | null {
      const others = hidden.filter((other) => other !== id);
      const change = {
        hiddenOptions: { ...hiddenOptions, [title]: isHidden ? others : [...others, id] },
      };
      const next = effectiveInteraction(state.ask, changed(state.saved, change)).hiddenOptionIds[
        state.form.index
      ];
      return isHidden || next?.includes(id) ? change : null;
    }
  });
}

// As long as the browser's settings allow.
const LONGEST_SECONDS = 604_800;

/** An emptied field takes the limit away. */
function timeoutFrom(typed: string): InteractionChange | null {
  if (typed.trim() === "") return { timeoutSeconds: null };
  const seconds = Math.round(secondsIn(typed) ?? 0);
  return seconds < 1 || seconds > LONGEST_SECONDS ? null : { timeoutSeconds: seconds };
}

function timeoutsWith({ timeoutSeconds }: Interaction): (number | undefined)[] {
  if (TIMEOUTS.includes(timeoutSeconds)) return TIMEOUTS;
  return [...TIMEOUTS, timeoutSeconds].sort((one, other) => (one ?? 0) - (other ?? 0));
}

/** The next value. Null, which unsets the setting, if there is no such value. */
function after<T>(
  values: readonly (T | undefined)[],
  value: T | undefined,
  direction: 1 | -1,
): T | null {
  const index = values.indexOf(value) + direction;
  return values.at(index % values.length) ?? null;
}

function duration(seconds: number, text: Messages): string {
  if (seconds % 3600 === 0) return text.hours(seconds / 3600);
  return seconds % 60 === 0 ? text.minutes(seconds / 60) : text.seconds(seconds);
}
