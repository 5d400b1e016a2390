/**
 * The rows, of which only those in sight are in the document; the others are room above and below.
 * A screen reader hears the place of each in its whole group.
 */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RowGroup } from "../../../src/surfaces/portal/rows/row-wire.ts";
import { Said } from "../../shared/said.tsx";
import { useText } from "../parts/messages.ts";
import { triageWords } from "../parts/triage-words.ts";
import { HEAD_PX, inSight, type Layout, layOut, type Section } from "./layout.ts";
import type { List, ListState } from "./list.ts";
import { type RowActions, RowView } from "./row-view.tsx";
import { placeOf, type ShownRow } from "./row-window.ts";

export interface RowListProps {
  list: List;
  state: ListState;
  group: RowGroup;
  current: string | null;
  marked: ReadonlySet<string>;
  sending: ReadonlySet<string>;
  actions: RowActions;
  /** Filled in, so that keys can bring a row into sight. */
  controls: RefObject<RowListControls | null>;
}

export interface RowListControls {
  reveal(id: string, withFocus: boolean): void;
}

const BEYOND_PX = 400;
const ROW_PX = 95;
const BARE_ROW_PX = 65;

export function RowList(props: RowListProps) {
  const { list, state, group, current, controls } = props;
  const text = useText();
  const say = triageWords(text.locale);
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 900, width: 400 });
  const heights = useRef(new Map<string, number>());
  const [, redraw] = useState(0);
  const wanted = useRef<string | null>(null);
  const { rows, groups } = state;
  const layout = layOut(group === "none" ? [] : groups, rows.length, (place) => {
    const row = rows[place];
    return row === undefined ? ROW_PX : (heights.current.get(row.id) ?? usualHeight(row));
  });
  const from = view.top - BEYOND_PX;
  const to = view.top + view.height + BEYOND_PX;
  const sections = layout.sections.filter(({ top, height }) => top + height > from && top < to);
  const [firstShown] = sections;
  const lastShown = sections.at(-1);

  useLayoutEffect(() => {
    const { current: place } = scroller;
    if (place === null) return;
    const look = () =>
      setView({ top: place.scrollTop, height: place.clientHeight, width: place.clientWidth });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(place);
    place.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      place.removeEventListener("scroll", look);
    };
  }, []);

  useEffect(() => {
    for (const section of sections) {
      const seen = inSight(layout, section, from, to);
      list.need(seen.from, seen.to);
    }
  });

  useLayoutEffect(() => {
    let hasChanged = false;
    for (const one of scroller.current?.querySelectorAll<HTMLElement>("li.row[data-id]") ?? []) {
      const { id = "" } = one.dataset;
      if (heights.current.get(id) === one.offsetHeight) continue;
      heights.current.set(id, one.offsetHeight);
      hasChanged = true;
    }
    if (hasChanged) redraw((times) => times + 1);
    if (wanted.current === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(
      `li[data-id="${CSS.escape(wanted.current)}"] .title`,
    );
    if (link == null) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });

  controls.current = { reveal };
  function reveal(id: string, withFocus: boolean) {
    const place = placeOf(list.state.get(), id);
    const { current: box } = scroller;
    if (place === -1 || box === null) return;
    if (withFocus) wanted.current = id;
    const top = layout.tops[place] ?? 0;
    const bottom = layout.tops[place + 1] ?? top;
    const head = group === "none" ? 0 : HEAD_PX;
    if (top - head < box.scrollTop) box.scrollTop = top - head;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    redraw((times) => times + 1);
  }

  return (
    <div ref={scroller} class="scroll" tabIndex={current === null ? 0 : -1}>
      <ul class="row-groups" aria-label={say.listName(say.groups[group])}>
        <Space height={firstShown?.top ?? 0} />
        {sections.map((section) => (
          <GroupOf
            key={section.name ?? "all"}
            {...props}
            layout={layout}
            section={section}
            width={view.width}
            seen={inSight(layout, section, from, to)}
          />
        ))}
        <Space height={layout.height - (lastShown === undefined ? 0 : bottomOf(lastShown))} />
      </ul>
    </div>
  );
}

function bottomOf({ top, height }: Section): number {
  return top + height;
}

function usualHeight({ options, questions }: ShownRow): number {
  return options.length > 0 || questions > 1 ? ROW_PX : BARE_ROW_PX;
}

/** Room for rows that are not in the document. As a part of its own it keeps what is in sight still. */
function Space({ height }: { height: number }) {
  return height <= 0 ? null : (
    <li class="space" aria-hidden="true" style={{ height: `${height}px` }} />
  );
}

interface GroupOfProps extends RowListProps {
  layout: Layout;
  section: Section;
  width: number;
  seen: { from: number; to: number };
}

function GroupOf(props: GroupOfProps) {
  const { section, layout, seen, state, group } = props;
  const say = triageWords(useText().locale);
  const { tops } = layout;
  const places = Array.from({ length: seen.to - seen.from }, (_, index) => seen.from + index);
  const gone = [...state.gone.keys()].filter((id) => {
    const place = placeOf(state, id);
    return place >= section.first && place < section.end;
  });
  const open = section.end - section.first - gone.length;
  const name = nameOf(section.name, group, say);
  const rows = (
    <ul>
      <Space height={(tops[seen.from] ?? 0) - (tops[section.first] ?? 0)} />
      {places.map((place) => (
        <RowAt key={state.rows[place]?.id ?? `place-${place}`} {...props} place={place} />
      ))}
      <Space height={seen.to === section.end ? 0 : bottomOf(section) - (tops[seen.to] ?? 0)} />
    </ul>
  );
  if (section.name === null) return <li class="row-group">{rows}</li>;
  return (
    <li class="row-group" aria-label={say.groupCount(name, open)}>
      <div class="group-head" aria-hidden="true">
        <Said text={name} class="cut" /> <span class="count">{open}</span>
      </div>
      {rows}
    </li>
  );
}

function nameOf(name: string | null, group: RowGroup, say: ReturnType<typeof triageWords>): string {
  if (name === null || group === "none") return "";
  if (group === "time") return say.time[name] ?? name;
  return name === "" ? say.noGroup[group] : name;
}

function RowAt({ place, ...props }: GroupOfProps & { place: number }) {
  const { state, section, current, marked, sending, group, width, actions } = props;
  const row = state.rows[place];
  const say = triageWords(useText().locale);
  if (row === undefined)
    return (
      <li class="row hole" style={{ height: `${ROW_PX}px` }}>
        <span class="unseen">{say.loadingRow}</span>
      </li>
    );
  return (
    <RowView
      row={row}
      place={{ number: place - section.first + 1, total: section.end - section.first }}
      isCurrent={row.id === current}
      isFresh={state.fresh.has(row.id)}
      isMarked={marked.has(row.id)}
      isSending={sending.has(row.id)}
      gone={state.gone.get(row.id)}
      isStale={state.connection === "away"}
      showsProject={group !== "project"}
      width={width}
      actions={actions}
    />
  );
}
