/** A row: what is asked, by whom, until when, and what can be said at once. */
import type { Row, RowOption } from "../../../src/surfaces/portal/rows/row-wire.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { AgentTile } from "../../marks/agent-tile.tsx";
import { Icon } from "../../shared/icons.tsx";
import { choicePath } from "../../shared/route.ts";
import { Said } from "../../shared/said.tsx";
import { snoozeWords, whenInWords } from "../../shared/snooze.ts";
import { useText } from "../parts/messages.ts";
import { decider, outcomeInBrief } from "../parts/outcome-words.ts";
import { PendingLine } from "../parts/pending-line.tsx";
import { ago } from "../parts/time.ts";
import { triageWords } from "../parts/triage-words.ts";
import { chipsThatFit } from "./chips.ts";
import type { ShownRow } from "./row-window.ts";
import { TimeLeft } from "./time-left.tsx";
import { useWidth } from "./width.ts";

export interface RowActions {
  open(id: string): void;
  /** Touched: the row is now where keys go. */
  pick(id: string, optionId: string): void;
  toggle(id: string): void;
}

interface RowViewProps {
  row: ShownRow;
  place: { number: number; total: number };
  isCurrent: boolean;
  isFresh: boolean;
  isMarked: boolean;
  isSending: boolean;
  /** How it was settled; undefined while it is open. */
  gone: LiveAsk | null | undefined;
  isStale: boolean;
  /** Shown where the list is not grouped by it. */
  showsProject: boolean;
  width: number;
  actions: RowActions;
}

export function RowView(props: RowViewProps) {
  const { row, place, isCurrent, isFresh, isMarked, gone, actions, width } = props;
  const { locale } = useText();
  const say = triageWords(locale);
  const isGone = gone !== undefined;
  const name = [
    "row",
    isFresh && "new",
    isMarked && "marked",
    isGone && "gone",
    props.isSending && "sent",
  ];
  return (
    <li
      class={name.filter(Boolean).join(" ")}
      data-id={row.id}
      data-selected={isCurrent ? "" : undefined}
      aria-setsize={place.total}
      aria-posinset={place.number}
    >
      <span class="kind">
        <Icon name={isGone ? "check" : row.kind} />
      </span>
      <a
        class="title"
        href={choicePath(row.id)}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? "true" : undefined}
        onClick={(event) => {
          if (event.shiftKey) {
            event.preventDefault();
            return actions.toggle(row.id);
          }
          if (isPlain(event)) {
            event.preventDefault();
            actions.open(row.id);
          }
        }}
      >
        <span class="unseen">
          {isGone ? say.settledWord : `${isFresh ? `${say.isNew} ` : ""}${say.kindWords[row.kind]}`}{" "}
          {row.header !== undefined && `${row.header}. `}
        </span>
        <RowTitle row={row} />
      </a>
      {isGone ? <span /> : <TimeLeft row={row} isStale={props.isStale} />}
      <Meta row={row} gone={gone} showsProject={props.showsProject} />
      {!isGone && (
        <PendingLine
          id={row.id}
          otherwise={<Chips row={row} isCurrent={isCurrent} width={width} actions={actions} />}
        />
      )}
    </li>
  );
}

function isPlain({ button, metaKey, ctrlKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !altKey;
}

export function RowTitle({ row }: { row: Row }) {
  const text = useText();
  const say = triageWords(text.locale);
  if (row.code !== undefined) {
    const [before, after] = row.kind === "edit" ? say.edit(row.title) : say.run(row.title);
    return (
      <>
        {before}
        <code>
          <bdi>{row.code}</bdi>
        </code>
        {after}
      </>
    );
  }
  if (row.kind === "plan") return <Said text={say.plan(row.title)} />;
  return (
    <>
      <Said text={row.title} />
      {row.questions > 1 && ` ${text.andMore(row.questions - 1)}`}
    </>
  );
}

/** The same as plain words, for a screen reader's news and titles. */
export function plainTitle(row: Row, text: ReturnType<typeof useText>): string {
  const say = triageWords(text.locale);
  if (row.kind === "plan") return say.plan(row.title);
  if (row.code === undefined) return row.title;
  const [before, after] = row.kind === "edit" ? say.edit(row.title) : say.run(row.title);
  return `${before}${row.code}${after}`;
}

function Meta({ row, gone, showsProject }: Pick<RowViewProps, "row" | "gone" | "showsProject">) {
  const text = useText();
  const say = triageWords(text.locale);
  const snooze = snoozeWords(text.locale);
  const agent = row.agent === "" ? text.source(row.client) : row.agent;
  return (
    <span class="meta">
      <AgentTile client={row.client} name={SCRIPTS.includes(row.client) ? undefined : agent} />
      <Said text={agent} class="agent" />
      {showsProject && row.project !== "" && (
        <>
          <span aria-hidden="true">·</span>
          <Said text={row.project} class="cut" />
        </>
      )}
      {gone !== undefined && gone?.ask.outcome != null && (
        <>
          <span aria-hidden="true">·</span>
          <span class="cut">
            {outcomeInBrief(gone.ask.outcome, text)} {decider(gone.ask.outcome.provenance, text)}
          </span>
        </>
      )}
      {gone === undefined && <State row={row} />}
      {row.urgency !== "normal" && gone === undefined && row.risk === undefined && (
        <span class={`badge ${row.urgency}`}>
          {row.urgency === "high" ? text.dashboard.urgent : text.dashboard.noRush}
        </span>
      )}
      {row.snoozed !== undefined && (
        <span class="badge snoozed">
          <Icon name="moon" />
          {row.snoozed.by === undefined ? snooze.badge : snooze.by(row.snoozed.by)}{" "}
          {say.until(whenInWords(new Date(row.snoozed.until), text.locale))}
        </span>
      )}
      {gone === undefined && row.risk !== undefined && (
        <span class={row.risk === "destroys" ? "badge destroys" : "badge twice"}>
          <Icon name="warning" />
          {row.risk === "destroys" ? say.destroys : say.twice}
        </span>
      )}
    </span>
  );
}

function State({ row }: { row: ShownRow }) {
  const { locale } = useText();
  const say = triageWords(locale);
  if (row.risk !== undefined) return null;
  const word =
    row.questions > 1
      ? say.severalQuestions(row.questions)
      : row.endsAt === null
        ? say.noDeadline
        : say.asked(ago(row.createdAt, Date.now(), locale));
  return (
    <>
      <span aria-hidden="true">·</span>
      <span class="cut age">{word}</span>
    </>
  );
}

/** Codex and Claude Code both begin with a C. */
const SCRIPTS = ["command", "program", "session", "test"];

interface ChipsProps {
  row: ShownRow;
  isCurrent: boolean;
  width: number;
  actions: RowActions;
}

function Chips({ row, isCurrent, width, actions }: ChipsProps) {
  const say = triageWords(useText().locale);
  const tabIndex = isCurrent ? 0 : -1;
  // On a phone the question is a touch away, and a chip too small for a finger.
  const isText = useWidth() === "phone";
  if (isText) return <ChipWords row={row} width={width} />;
  if (row.questions > 1)
    return (
      <div class="chips">
        <button
          type="button"
          class="chip more"
          tabIndex={tabIndex}
          onClick={() => actions.open(row.id)}
        >
          <span>{say.openSeveral(row.questions)}</span>
        </button>
      </div>
    );
  if (row.options.length === 0) return null;
  const shown = chipsThatFit(row.options, width);
  const rest = row.options.length - shown + (row.moreOptions ?? 0);
  return (
    <div class="chips">
      {row.options.slice(0, shown).map((option, index) => (
        <button
          key={option.id}
          type="button"
          class={chipName(option)}
          tabIndex={tabIndex}
          onClick={() => actions.pick(row.id, option.id)}
        >
          <b>{index + 1}</b>
          <span>
            <Said text={option.label} />
            {option.pick === "confirms" && "…"}
          </span>
          {option.isRecommended === true && <span class="unseen">, {say.recommended}</span>}
        </button>
      ))}
      {rest > 0 && (
        <button
          type="button"
          class="chip more"
          tabIndex={tabIndex}
          onClick={() => actions.open(row.id)}
        >
          <span aria-hidden="true">{say.more(rest)}</span>
          <span class="unseen">{say.moreName(rest)}</span>
        </button>
      )}
    </div>
  );
}

function ChipWords({ row, width }: Pick<ChipsProps, "row" | "width">) {
  const say = triageWords(useText().locale);
  if (row.questions === 1 && row.options.length === 0) return null;
  const shown = chipsThatFit(row.options, width);
  const rest = row.options.length - shown + (row.moreOptions ?? 0);
  return (
    <div class="chips">
      {row.questions > 1 && <span class="chip more">{say.openSeveral(row.questions)}</span>}
      {row.options.slice(0, shown).map((option) => (
        <span key={option.id} class={chipName(option)}>
          <Said text={option.label} />
          {option.pick === "confirms" && "…"}
        </span>
      ))}
      {rest > 0 && <span class="chip more">{say.more(rest)}</span>}
    </div>
  );
}

function chipName({ pick, isRecommended }: RowOption): string {
  if (pick === "confirms") return "chip destroys";
  return isRecommended === true ? "chip best" : "chip";
}
