/** How much text each question of a card may have, and whether all of a permission fits. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { isPermissionAsk } from "../../../core/ask/consent.ts";
import type { Locale } from "../../../core/locale.ts";
import { MOST_QUESTIONS, ROOM } from "./limits.ts";
import { inLanguage } from "./localized.ts";
import { messages } from "./messages.ts";
import { fitsRoom, lookOf, roomWanted } from "./question.ts";
import { lines } from "./text.ts";
import { lengthWritten } from "./written.ts";

// Room for header, context, progress, the row of buttons, and the line about who asks.
const FRAME = 2_600;
/** Of the context. */
export const CONTEXT_ROOM = 1_200;

/** Which questions go into which message: at most six, fewer if they are long. */
export function pagesOf({ questions }: Pick<Ask, "questions">): number[][] {
  const pages: number[][] = [];
  let wanted = 0;
  for (const [index, question] of questions.entries()) {
    const page = pages.at(-1);
    wanted += roomWanted(question);
    if (page === undefined || page.length === MOST_QUESTIONS || wanted > ROOM - FRAME) {
      pages.push([index]);
      wanted = roomWanted(question);
    } else page.push(index);
  }
  return pages;
}

/** Room that is left over is shared equally. */
export function roomsFor({ questions }: Ask, indexes: number[]): number[] {
  const wanted = indexes.map((index) => {
    const question = questions[index];
    return question === undefined ? 0 : roomWanted(question);
  });
  const left = ROOM - FRAME - wanted.reduce((sum, room) => sum + room, 0);
  const share = Math.floor(left / indexes.length);
  return wanted.map((room) => Math.min(ROOM - FRAME, room + share));
}

/**
 * A permission is allowed here only if the card shows all of it, whatever its language. Other asks
 * count as whole.
 */
export function isShownWhole(ask: Ask): boolean {
  if (!isPermissionAsk(ask)) return true;
  return LOCALES.every((locale) => fits(inLanguage(ask, locale), locale));
}

function fits(ask: Ask, locale: Locale): boolean {
  const context = lengthWritten(lookOf(ask), lines(ask.context ?? ""));
  return context <= CONTEXT_ROOM && pagesOf(ask).every(fitsPage);

  function fitsPage(indexes: number[]): boolean {
    const rooms = roomsFor(ask, indexes);
    return indexes.every((index, at) => fitsRoom(ask, index, rooms[at] ?? 0, messages(locale)));
  }
}

const LOCALES: readonly Locale[] = ["en", "ko"];
