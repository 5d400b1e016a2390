/** The times to choose from, for a deadline and for a snooze. */
import type { Dialog, Moment } from "./state.ts";

export interface MenuItem {
  readonly label: string;
  /** From now. Null means no deadline at all, undefined that no minutes are typed yet. */
  readonly seconds: number | null | undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const MORNING_HOUR = 9;

/** The last item is for minutes that the person types. */
export function menuItems(
  { kind, minutes }: Extract<Dialog, { minutes: string }>,
  { now, text }: Moment,
): MenuItem[] {
  const { menu } = text;
  const presets: MenuItem[] =
    kind === "extend"
      ? [
          { label: menu.minutes(5), seconds: 5 * MINUTE },
          { label: menu.minutes(15), seconds: 15 * MINUTE },
          { label: menu.hours(1), seconds: HOUR },
          { label: menu.hours(24), seconds: 24 * HOUR },
          { label: menu.noDeadline, seconds: null },
        ]
      : [
          { label: menu.minutes(10), seconds: 10 * MINUTE },
          { label: menu.hours(1), seconds: HOUR },
          { label: menu.hours(4), seconds: 4 * HOUR },
          { label: menu.tomorrow, seconds: (nextMorning(now) - now) / 1000 },
        ];
  const typed = Number(minutes);
  return [
    ...presets,
    { label: menu.typed(minutes), seconds: typed > 0 ? typed * MINUTE : undefined },
  ];
}

function nextMorning(now: number): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  return morning.setHours(MORNING_HOUR, 0, 0, 0);
}
