/** A link inside Askline: it stays in the tab, unless the person asks the browser for another. */
import type { ComponentChildren } from "preact";
import { goTo } from "./route.ts";

export function Link({
  to,
  class: name,
  current,
  children,
}: {
  to: string;
  class?: string;
  /** This is where the person is. */
  current?: "page" | "true";
  children: ComponentChildren;
}) {
  return (
    <a href={to} class={name ?? ""} aria-current={current} onClick={(event) => follow(event, to)}>
      {children}
    </a>
  );
}

export function follow(event: MouseEvent, to: string) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  goTo(to);
}
