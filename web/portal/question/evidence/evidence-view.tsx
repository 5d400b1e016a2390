/**
 * What would happen, whole: our own warnings, the command or the changed files, and the rest of the
 * input. The badge in the head jumps from mark to mark.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Evidence, EvidencePart } from "../../../../src/agents/dialogs/evidence/evidence.ts";
import { Icon } from "../../../shared/icons.tsx";
import { keep, recall } from "../../../shared/memory.ts";
import { useText } from "../../parts/messages.ts";
import { paneWords } from "../../parts/pane-words.ts";
import { CommandView } from "./command-view.tsx";
import { DiffView } from "./diff-view.tsx";

const LOOK = "askline:diff";
// Of the pane, which gives a change in two columns more room than a text.
const WIDE_ENOUGH = 1080;

export function EvidenceView({ evidence }: { evidence: Evidence }) {
  const say = paneWords(useText().locale);
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [wantsBeside, setBeside] = useState(() => recall(LOOK) === "beside");
  const canBeBeside = width >= WIDE_ENOUGH;

  function look(isBeside: boolean) {
    keep(LOOK, isBeside ? "beside" : null);
    setBeside(isBeside);
  }

  return (
    <div class="evidence" ref={place}>
      {evidence.notices.map((notice) => (
        <p class="notice warm" key={notice}>
          {notice}
        </p>
      ))}
      {evidence.parts.map((part, index) =>
        part.kind === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
          <CommandView key={index} part={part} />
        ) : (
          <section class="code" key={part.path}>
            <div class="code-head">
              <Icon name="edit" />
              <bdi class="path cut">{part.path}</bdi>
              <span class="num">
                <span class="plus">+{part.added}</span> <span class="minus">−{part.removed}</span>
              </span>
              <span class="grow" />
              <MarksBadge part={part} />
              {canBeBeside && (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two small buttons
                <div class="group" role="group" aria-label={say.diff.name}>
                  <button type="button" aria-pressed={!wantsBeside} onClick={() => look(false)}>
                    {say.diff.unified}
                  </button>
                  <button type="button" aria-pressed={wantsBeside} onClick={() => look(true)}>
                    {say.diff.sideBySide}
                  </button>
                </div>
              )}
            </div>
            <DiffView file={part} isBeside={wantsBeside && canBeBeside} />
          </section>
        ),
      )}
      {evidence.rest !== null && (
        <div class="rest">
          <p class="over">{say.rest}</p>
          <CommandView part={{ kind: "text", text: evidence.rest, language: "json", marks: [] }} />
        </div>
      )}
    </div>
  );
}

/** Goes from mark to mark of its file. */
function MarksBadge({ part }: { part: Extract<EvidencePart, { kind: "change" }> }) {
  const say = paneWords(useText().locale).marks;
  const next = useRef(0);
  const count = part.rows.filter((row) => row.sign !== "gap" && row.mark !== undefined).length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      class="badge twice"
      onClick={(event) => {
        const rows = event.currentTarget.closest(".code")?.querySelectorAll("tr.risk") ?? [];
        rows[next.current % rows.length]?.scrollIntoView({ block: "center" });
        next.current += 1;
      }}
    >
      <Icon name="warning" />
      {say.places(count)}
    </button>
  );
}

function useWidth(place: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current?.closest<HTMLElement>(".ask-scroll, dialog");
    if (element == null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
