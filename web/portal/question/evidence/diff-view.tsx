/** A changed file: one below the other or side by side, in colours, with what to look at twice. */
/* biome-ignore-all lint/suspicious/noArrayIndexKey: rows and parts of lines have no name but their place, and never move. */
import { useMemo, useState } from "preact/hooks";
import type { ChangedFile } from "../../../../src/agents/dialogs/evidence/changed-files.ts";
import type { ChangedRow } from "../../../../src/agents/dialogs/evidence/changed-rows.ts";
import { runsOf } from "../../../../src/agents/dialogs/evidence/fold.ts";
import { sideBySide } from "../../../../src/agents/dialogs/evidence/sides.ts";
import { Icon } from "../../../shared/icons.tsx";
import { useText } from "../../parts/messages.ts";
import { type PaneWords, paneWords } from "../../parts/pane-words.ts";
import { cut, type Token } from "./tokens.ts";
import { useColours } from "./use-colours.ts";

type Line = Exclude<ChangedRow, { sign: "gap" }>;

export function DiffView({ file, isBeside }: { file: ChangedFile; isBeside: boolean }) {
  const say = paneWords(useText().locale);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const colours = useSides(file);
  const runs = runsOf(file.rows, opened);
  const columns = isBeside ? 6 : 4;
  return (
    <table
      class={isBeside ? "changes beside" : "changes"}
      aria-label={say.diff.changesTo(file.path)}
    >
      <Columns isBeside={isBeside} />
      <tbody>
        {runs.map(({ from, rows, isFolded }) =>
          isFolded ? (
            <tr class="fold" key={from}>
              <td colSpan={columns}>
                <button type="button" onClick={() => setOpened(new Set([...opened, from]))}>
                  <Icon name="down" />
                  {say.diff.unchanged(rows.length)}
                </button>
              </td>
            </tr>
          ) : isBeside ? (
            sideBySide(rows).map((pair, index) =>
              pair.kind === "gap" ? (
                <GapRow key={from + index} count={pair.count} columns={columns} say={say} />
              ) : (
                <BesideRow key={from + index} {...pair} colours={colours} say={say} />
              ),
            )
          ) : (
            rows.map((row, index) =>
              row.sign === "gap" ? (
                <GapRow key={from + index} count={row.count} columns={columns} say={say} />
              ) : (
                <UnifiedRow key={from + index} row={row} colours={colours} say={say} />
              ),
            )
          ),
        )}
      </tbody>
    </table>
  );
}

/** The widths, since the first row may be one cell. */
function Columns({ isBeside }: { isBeside: boolean }) {
  const names = isBeside ? ["ln", "sg", "", "ln", "sg", ""] : ["ln", "ln", "sg", ""];
  return (
    <colgroup>
      {names.map((name, place) => (
        <col key={place} class={name} />
      ))}
    </colgroup>
  );
}

function GapRow({
  count,
  columns,
  say,
}: {
  count: number | null;
  columns: number;
  say: PaneWords;
}) {
  return (
    <tr class="fold gap">
      <td colSpan={columns}>{count === null ? say.diff.someLeftOut : say.diff.leftOut(count)}</td>
    </tr>
  );
}

interface RowProps {
  row: Line;
  colours: Colours;
  say: PaneWords;
}

function UnifiedRow({ row, colours, say }: RowProps) {
  const { sign, old, fresh, mark } = row;
  return (
    <>
      <tr class={CLASS[sign]}>
        <td class="ln">{old}</td>
        <td class="ln">{fresh}</td>
        <td class="sg">{sign === "-" ? "−" : sign}</td>
        <td class="text">
          <Text row={row} colours={colours} />
        </td>
      </tr>
      {mark !== undefined && <RiskRow why={mark.why} before={2} after={1} say={say} />}
    </>
  );
}

function BesideRow({
  left,
  right,
  colours,
  say,
}: {
  left: Line | null;
  right: Line | null;
  colours: Colours;
  say: PaneWords;
}) {
  const cells = (row: Line | null, number: number | null) => (
    <>
      <td class={`ln ${row === null ? "none" : CLASS[row.sign]}`}>{number}</td>
      <td class={`sg ${row === null ? "none" : CLASS[row.sign]}`}>
        {row === null ? "" : row.sign === "-" ? "−" : row.sign}
      </td>
      <td class={`text ${row === null ? "none" : CLASS[row.sign]}`}>
        {row !== null && <Text row={row} colours={colours} />}
      </td>
    </>
  );
  return (
    <>
      <tr>
        {cells(left, left?.old ?? null)}
        {cells(right, right?.fresh ?? null)}
      </tr>
      {right?.mark !== undefined && <RiskRow why={right.mark.why} before={4} after={1} say={say} />}
    </>
  );
}

function RiskRow({
  why,
  before,
  after,
}: {
  why: string;
  before: number;
  after: number;
  say: PaneWords;
}) {
  return (
    <tr class="risk">
      <td colSpan={before} class="ln">
        <Icon name="warning" />
      </td>
      <td class="sg" />
      <td colSpan={after}>
        <strong>{why}</strong>
      </td>
    </tr>
  );
}

function Text({ row, colours }: { row: Line; colours: Colours }) {
  const { text, words = [], mark, sign } = row;
  const ranges = [...words, ...(mark === undefined ? [] : [[mark.from, mark.to] as const])];
  const stretches = cut(text, colours.get(row) ?? null, ranges);
  const changed = (at: readonly number[]) => at.some((range) => range < words.length);
  return (
    <>
      {stretches.map(({ text: part, kind, at }, index) => {
        const name = [kind, mark !== undefined && at.includes(words.length) && "mark"];
        const Tag = changed(at) ? (sign === "-" ? "del" : "ins") : "span";
        return (
          <Tag key={index}>
            <span class={name.filter(Boolean).join(" ")}>{part}</span>
          </Tag>
        );
      })}
    </>
  );
}

type Colours = ReadonlyMap<Line, Token[]>;

/** Each side is coloured as a whole, so that a text over several lines keeps its colour. */
function useSides({ rows, language }: ChangedFile): Colours {
  const sides = useMemo(() => {
    const lines = rows.filter((row): row is Line => row.sign !== "gap");
    return {
      before: lines.filter(({ sign }) => sign !== "+"),
      after: lines.filter(({ sign }) => sign !== "-"),
    };
  }, [rows]);
  const before = useColours(sides.before.map(({ text }) => text).join("\n"), language);
  const after = useColours(sides.after.map(({ text }) => text).join("\n"), language);
  return useMemo(() => {
    const found = new Map<Line, Token[]>();
    for (const [index, row] of sides.before.entries()) found.set(row, before?.[index] ?? []);
    for (const [index, row] of sides.after.entries()) found.set(row, after?.[index] ?? []);
    return found;
  }, [sides, before, after]);
}

const CLASS = { " ": "same", "-": "del", "+": "add" } as const;
