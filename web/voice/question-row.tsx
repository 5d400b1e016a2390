/** One open question in the list: what is asked, by whom, until when, and its options in short. */
import { safeLine } from "../../src/core/safety/safe-text.ts";
import { AgentTile } from "../marks/agent-tile.tsx";
import { Icon } from "../shared/icons.tsx";
import { Link } from "../shared/link.tsx";
import { Deadline } from "./deadline.tsx";
import { Warning } from "./icons.tsx";
import { type Messages, useText } from "./messages.ts";
import type { Entry } from "./open-list.ts";
import { langOf } from "./own-language.ts";

const ICONS = {
  question: "question",
  several: "several",
  permission: "command",
  command: "command",
  edit: "edit",
  plan: "plan",
} as const;
const MOST_CHIPS = 3;
// Some agents already write it into the label.
const SAYS_SO = /recommended|추천/i;

export function QuestionRow({ entry }: { entry: Entry }) {
  const text = useText();
  const { card, title, name, project, client, since, path } = entry;
  const kind = card?.kind ?? "question";
  const words = safeLine(title);
  return (
    <li class="row linked-card" data-kind={kind}>
      <span class="row-kind">
        <Icon name={ICONS[kind]} />
      </span>
      <Link to={path} class="row-title card-link">
        <span class="unseen">{text.kinds[kind]} </span>
        {kind === "command" ? (
          <code dir="ltr">{words}</code>
        ) : (
          <bdi lang={langOf(words)}>{words}</bdi>
        )}
        <span class="unseen">, {safeLine(project ?? name)}</span>
      </Link>
      <Deadline until={card?.expires_at ?? null} since={since} />
      <span class="row-meta">
        <AgentTile client={client} name={client === "script" ? undefined : name} />
        <bdi>{safeLine(name)}</bdi>
        {project !== null && (
          <>
            <span aria-hidden="true">·</span>
            <bdi class="cut">{safeLine(project)}</bdi>
          </>
        )}
        <Marks entry={entry} text={text} />
      </span>
      {card !== null && <Chips card={card} text={text} />}
    </li>
  );
}

function Marks({ entry: { card }, text }: { entry: Entry; text: Messages }) {
  if (card === null) return null;
  const marks = [
    ...(card.is_destructive ? [["destroys", text.destroys] as const] : []),
    ...(card.unclear !== null ? [["twice", text.lookTwice] as const] : []),
    ...(card.needs_passkey ? [["twice", text.needsPasskey] as const] : []),
    ...(card.can_be_answered ? [] : [["calm", text.inTerminal] as const]),
  ];
  return (
    <>
      {marks.map(([kind, word]) => (
        <span key={word} class={`mark-badge ${kind}`}>
          {kind !== "calm" && <Warning />}
          {word}
        </span>
      ))}
    </>
  );
}

/** They are text here: a touch opens the question, where an option is a whole line. */
function Chips({ card, text }: { card: NonNullable<Entry["card"]>; text: Messages }) {
  if (card.question_count > 1)
    return (
      <span class="chips">
        <span class="chip">{text.questions(card.question_count)}</span>
      </span>
    );
  const options = card.options ?? [];
  if (options.length === 0) return null;
  return (
    <span class="chips">
      {options.slice(0, MOST_CHIPS).map(({ option_id, number, label, recommended }) => (
        <span key={option_id} class="chip">
          <b>{number}</b>
          <bdi class="cut" lang={langOf(label)}>
            {safeLine(label)}
          </bdi>
          {recommended && !SAYS_SO.test(label) && <span aria-hidden="true">★</span>}
        </span>
      ))}
      {options.length > MOST_CHIPS && (
        <span class="chip">{text.moreOptions(options.length - MOST_CHIPS)}</span>
      )}
    </span>
  );
}
