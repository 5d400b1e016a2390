/** The icons: strokes on a grid of 16, drawn in the colour of the text beside them. */

const PATHS = {
  question:
    "M3 3h10a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 13 12H8.5L5 14.6V12H3a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 3 3ZM6.6 6.1a1.45 1.45 0 1 1 2 1.5c-.4.2-.6.4-.6.8M8 9.9v.01",
  several:
    "M5 5.25h8.25a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H11l-2.25 2v-2H5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1ZM1.75 9V3.5A1.25 1.25 0 0 1 3 2.25h8",
  command:
    "M2.5 2.75h11A1 1 0 0 1 14.5 3.75v8.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-8.5a1 1 0 0 1 1-1ZM4.5 6l2 2-2 2M8.5 10.25h3",
  edit: "M9 1.75H4A1.25 1.25 0 0 0 2.75 3v10A1.25 1.25 0 0 0 4 14.25h8A1.25 1.25 0 0 0 13.25 13V6L9 1.75ZM8 6v3M6.5 7.5h3M6.5 11.25h3",
  plan: "M3.5 1.75h9a1 1 0 0 1 1 1v10.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V2.75a1 1 0 0 1 1-1ZM5.25 5.25h5.5M5.25 8h5.5M5.25 10.75h3",
  permission:
    "M4 7V5.5a4 4 0 0 1 8 0V7M3.5 7h9a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z",
  check: "m3 8.5 3.25 3.25L13 5",
  warning: "M8 2.25 14.25 13H1.75L8 2.25ZM8 6.5v3M8 11.2v.01",
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5l3.25 3.25",
  filter: "M2.5 4h11M4.75 8h6.5M7 12h2",
  close: "m4 4 8 8M12 4l-8 8",
  back: "M10 3.5 5.5 8l4.5 4.5",
  forward: "m6 3.5 4.5 4.5L6 12.5",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4v.01M2.5 8v.01M2.5 12v.01",
  history: "M2.5 8A5.5 5.5 0 1 0 4.6 3.7L2.5 5.5M2.5 2.5v3h3M8 5v3l2 1.5",
  figures: "M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
