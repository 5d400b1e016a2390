/** A finger that moves far enough sideways, and not up or down. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Swipes {
  onLeft(): void;
  onRight(): void;
}

const LEAST_PIXELS = 70;
const MOST_SLANT = 0.5;

export function useSwipe(place: RefObject<HTMLElement | null>, swipes: Swipes) {
  const latest = useRef(swipes);
  latest.current = swipes;
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    let start: Touch | null = null;
    const begin = ({ touches, target }: TouchEvent) => {
      // Code that scrolls sideways keeps the gesture.
      const scrolls = target instanceof Element && target.closest("pre, .scrolls, textarea");
      start = touches.length === 1 && !scrolls ? (touches[0] ?? null) : null;
    };
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches;
      if (start === null || touch === undefined) return;
      const across = touch.clientX - start.clientX;
      const along = Math.abs(touch.clientY - start.clientY);
      start = null;
      if (Math.abs(across) < LEAST_PIXELS || along > Math.abs(across) * MOST_SLANT) return;
      if (across < 0) latest.current.onLeft();
      else latest.current.onRight();
    };
    box.addEventListener("touchstart", begin, { passive: true });
    box.addEventListener("touchend", end, { passive: true });
    return () => {
      box.removeEventListener("touchstart", begin);
      box.removeEventListener("touchend", end);
    };
  }, [place]);
}
