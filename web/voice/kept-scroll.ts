/**
 * Keeps what the person reads where it is while things come and go above it. At the end it stays at the end; anywhere else
 * what was seen stays in its place, also when one of the things seen is what moved.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface KeptScroll {
  isAtEnd: boolean;
  toEnd(): void;
}

/** `item` selects the things that may move. */
export function useKeptScroll(place: RefObject<HTMLElement | null>, item: string): KeptScroll {
  const [isAtEnd, setAtEnd] = useState(true);
  const keeper = useRef<Keeper | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const opened = keepScroll(place.current, item, setAtEnd);
    keeper.current = opened;
    return opened.close;
  }, [place, item]);
  // After every render, before anybody sees it.
  useLayoutEffect(() => keeper.current?.restore());
  return { isAtEnd, toEnd: () => keeper.current?.toEnd() };
}

interface Keeper {
  restore(): void;
  toEnd(): void;
  close(): void;
}

// A little above the end is the end.
const NEAR_PIXELS = 48;

function keepScroll(box: HTMLElement, item: string, onLook: (isAtEnd: boolean) => void): Keeper {
  let isAtEnd = true;
  let seen = new Map<Element, number>();
  // The form of a text comes after its words, and a keyboard takes room away.
  const sizes = new ResizeObserver(restore);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  box.addEventListener("scroll", look, { passive: true });
  return { restore, toEnd, close };

  function look() {
    isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PIXELS;
    onLook(isAtEnd);
    seen = new Map();
    for (const element of box.querySelectorAll(item)) {
      const top = topOf(element);
      if (top + element.clientHeight > 0 && top < box.clientHeight) seen.set(element, top);
    }
  }

  function restore() {
    const shifts = [...seen].filter(([element]) => element.isConnected).map(([one, top]) => topOf(one) - top);
    if (isAtEnd) toEnd();
    else box.scrollTop += middleOf(shifts);
    look();
  }

  function toEnd() {
    box.scrollTop = box.scrollHeight;
  }

  function topOf(element: Element): number {
    return element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  }

  function close() {
    sizes.disconnect();
    box.removeEventListener("scroll", look);
  }
}

/** One thing that moved elsewhere does not take the others with it. */
function middleOf(shifts: number[]): number {
  const sorted = shifts.sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
