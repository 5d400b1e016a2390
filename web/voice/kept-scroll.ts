/**
 * Keeps what the person reads in place while items come and go above it. At the end of the list it
 * stays at the end. Anywhere else the visible items stay where they are, even if one of them moved.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface KeptScroll {
  isAtEnd: boolean;
  toEnd(): void;
}

/** `item` selects the elements that may move. */
export function useKeptScroll(place: RefObject<HTMLElement | null>, item: string): KeptScroll {
  const [isAtEnd, setAtEnd] = useState(true);
  const keeper = useRef<Keeper | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const opened = keepScroll(place.current, item, setAtEnd);
    keeper.current = opened;
    return opened.close;
  }, [place, item]);
  // After every render, before it is painted.
  useLayoutEffect(() => keeper.current?.restore());
  return { isAtEnd, toEnd: () => keeper.current?.toEnd() };
}

interface Keeper {
  restore(): void;
  toEnd(): void;
  close(): void;
}

// A position slightly above the end counts as the end.
const NEAR_PIXELS = 48;

function keepScroll(box: HTMLElement, item: string, onLook: (isAtEnd: boolean) => void): Keeper {
  let isAtEnd = true;
  let seen = new Map<Element, number>();
  // The last measured positions. Later differences come from the person's scrolling
  // and from growing content.
  let top = 0;
  let height = 0;
  // Formatting follows the plain text and changes its size, and a keyboard takes room away.
  const sizes = new ResizeObserver(restore);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  box.addEventListener("scroll", follow, { passive: true });
  return { restore, toEnd, close };

  function follow() {
    if (box.scrollHeight === height) look();
    else restore();
  }

  function look() {
    top = box.scrollTop;
    height = box.scrollHeight;
    isAtEnd = height - top - box.clientHeight <= NEAR_PIXELS;
    onLook(isAtEnd);
    seen = new Map();
    for (const element of box.querySelectorAll(item)) {
      const place = placeOf(element);
      if (place + element.clientHeight > 0 && place < box.clientHeight) seen.set(element, place);
    }
  }

  function restore() {
    const scrolled = box.scrollTop - top;
    const shifts = [...seen]
      .filter(([element]) => element.isConnected)
      .map(([element, place]) => placeOf(element) - (place - scrolled));
    if (isAtEnd && scrolled >= -1) toEnd();
    else box.scrollTop += median(shifts);
    look();
  }

  function toEnd() {
    box.scrollTop = box.scrollHeight;
  }

  function placeOf(element: Element): number {
    return element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  }

  function close() {
    sizes.disconnect();
    box.removeEventListener("scroll", follow);
  }
}

/** The median shift: one item that moved elsewhere does not take the others with it. */
function median(shifts: number[]): number {
  const sorted = shifts.sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
