/** How much room the page has: for three columns, two, one list, or a phone's. */
import { useEffect, useState } from "preact/hooks";

export type Width = "wide" | "two" | "list" | "phone";

const FROM: readonly [Width, MediaQueryList][] = [
  ["wide", matchMedia("(min-width: 1280px)")],
  ["two", matchMedia("(min-width: 1024px)")],
  ["list", matchMedia("(min-width: 640px)")],
];

export function useWidth(): Width {
  const [width, setWidth] = useState(widthNow);
  useEffect(() => {
    const look = () => setWidth(widthNow());
    for (const [, query] of FROM) query.addEventListener("change", look);
    return () => {
      for (const [, query] of FROM) query.removeEventListener("change", look);
    };
  }, []);
  return width;
}

function widthNow(): Width {
  return FROM.find(([, query]) => query.matches)?.[0] ?? "phone";
}
