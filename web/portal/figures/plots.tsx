/**
 * The plots, drawn by hand: each is an image with one sentence as its name, and the numbers stand in a
 * table beside it. Parts are told apart by lightness as well as by colour.
 */
import { useEffect, useState } from "preact/hooks";

interface Bar {
  name: string;
  value: number;
  /** The value in words. */
  words: string;
}

interface ColumnsProps {
  title: string;
  about: string;
  bars: readonly Bar[];
  /** The last column is not over yet. */
  isLastOpen?: boolean;
  /** Only the highest column says its value, or each does. */
  saysAll?: boolean;
  /** A line across at that value, with its words; and the column in which a mark stands. */
  scale?: { values: readonly number[]; words: (value: number) => string };
  mark?: { at: number; words: string };
}

const BASE = 170;
const TOP = 26;

/** Upright columns; their names stand below, as many as there is room for. */
export function Columns(props: ColumnsProps) {
  const { title, about, bars, isLastOpen = false, saysAll = false, scale, mark } = props;
  const isNarrow = useNarrow();
  const room = isNarrow ? 360 : saysAll ? 520 : 720;
  const left = scale === undefined ? 0 : 56;
  const step = (room - left) / Math.max(1, bars.length);
  const width = Math.min(60, step * (saysAll ? 0.85 : 0.6));
  const most = Math.max(...bars.map(({ value }) => value), ...(scale?.values ?? []), 1);
  const heightOf = (value: number) => ((BASE - TOP) * value) / most;
  const every = saysAll ? (isNarrow ? 2 : 1) : Math.ceil((bars.length * 44) / room);
  const highest = bars.reduce(
    (best, { value }, at) => (value > (bars[best]?.value ?? 0) ? at : best),
    0,
  );
  return (
    <svg class="chart" viewBox={`0 0 ${room} ${BASE + 26}`} role="img">
      <title>{title}</title>
      <desc>{about}</desc>
      {scale?.values.map((value) => (
        <g key={value}>
          <line
            class="grid"
            x1={left}
            x2={room}
            y1={BASE - heightOf(value)}
            y2={BASE - heightOf(value)}
          />
          <text x={left - 8} y={BASE - heightOf(value) + 4} text-anchor="end">
            {scale.words(value)}
          </text>
        </g>
      ))}
      <line class="ground" x1={left} x2={room} y1={BASE} y2={BASE} />
      {bars.map(({ name, value, words }, at) => {
        const middle = left + step * (at + 0.5);
        const height = heightOf(value);
        const isSaid = value > 0 && (saysAll || at === highest);
        return (
          <g key={name}>
            {value > 0 && (
              <rect
                class={isLastOpen && at === bars.length - 1 ? "bar-open" : "bar-full"}
                x={middle - width / 2}
                y={BASE - Math.max(1, height)}
                width={width}
                height={Math.max(1, height)}
                rx={Math.min(3, height / 2)}
              />
            )}
            {isSaid && (
              <text class="strong" x={middle} y={BASE - height - 6} text-anchor="middle">
                {words}
              </text>
            )}
            {at % every === 0 && (
              <text x={middle} y={BASE + 17} text-anchor="middle">
                {name}
              </text>
            )}
          </g>
        );
      })}
      {mark !== undefined && (
        <g>
          <path class="mark" d={`M${left + step * mark.at} ${TOP - 14}V${BASE}`} />
          <text
            class="mark-words"
            x={left + step * mark.at + (mark.at > bars.length / 2 ? -6 : 6)}
            y={TOP - 8}
            text-anchor={mark.at > bars.length / 2 ? "end" : "start"}
          >
            {mark.words}
          </text>
        </g>
      )}
    </svg>
  );
}

interface LyingProps {
  title: string;
  about: string;
  rows: readonly { name: string; words: string; parts: readonly number[] }[];
}

const ROW = 32;

/** Lying bars of one or several parts; the whole is as long as the longest, or as the row says. */
export function LyingBars({ title, about, rows }: LyingProps) {
  const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0);
  const most = Math.max(...rows.map(({ parts }) => sum(parts)), 1);
  const isNarrow = useNarrow();
  const names = isNarrow ? 110 : 150;
  const whole = isNarrow ? 360 : 520;
  const room = whole - names - 90;
  return (
    <svg class="chart" viewBox={`0 0 ${whole} ${rows.length * ROW}`} role="img">
      <title>{title}</title>
      <desc>{about}</desc>
      {rows.map(({ name, words, parts }, row) => {
        const lengths = parts.map((part) => (part / most) * room);
        const end = names + sum(lengths);
        return (
          <g key={name}>
            <text class="name" x={names - 10} y={row * ROW + 19} text-anchor="end">
              {shortened(name, isNarrow ? 14 : 20)}
            </text>
            {lengths.map(
              (length, part) =>
                length > 0 && (
                  <rect
                    // The parts have fixed places: rules, people, nobody.
                    key={PARTS[part]}
                    class={PARTS[part] ?? ""}
                    x={names + sum(lengths.slice(0, part)) + (part > 0 ? 1 : 0)}
                    y={row * ROW + 5}
                    width={Math.max(1, length - (part > 0 ? 1 : 0))}
                    height={18}
                    rx={2}
                  />
                ),
            )}
            <text class="strong" x={end + 8} y={row * ROW + 19}>
              {words}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const PARTS = ["part-1", "part-2", "part-3"];

function shortened(name: string, most: number): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}

const NARROW = "(width < 640px)";

/** A plot shrinks with its room, and so do its letters: on a phone it is drawn narrower. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const follow = () => setNarrow(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return isNarrow;
}
