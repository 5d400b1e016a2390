/** A link inside Askline: it stays in the tab, unless the person asks the browser for another. */
import type { ComponentChildren } from "preact";
import { goTo } from "./route.ts";

export function Link({
  to,
  class: name,
  children,
}: {
  to: string;
  class?: string;
  children: ComponentChildren;
}) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    goTo(to);
  }
  return (
    <a href={to} class={name ?? ""} onClick={follow}>
      {children}
    </a>
  );
}
