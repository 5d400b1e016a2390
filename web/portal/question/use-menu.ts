/** A small list below a button: opened by it, left by Escape, a choice, or a click elsewhere. */
import { useEffect, useRef, useState } from "preact/hooks";

export function useMenu() {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      place.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
    };
    const element = place.current;
    addEventListener("pointerdown", outside);
    element?.addEventListener("focusout", outsideFocus);
    element?.addEventListener("keydown", leave);
    return () => {
      removeEventListener("pointerdown", outside);
      element?.removeEventListener("focusout", outsideFocus);
      element?.removeEventListener("keydown", leave);
    };
    function outsideFocus({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && !element?.contains(relatedTarget)) setOpen(false);
    }
  }, [isOpen]);
  return { place, isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
