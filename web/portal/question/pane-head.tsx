/** Who asks, where and when, what is asked, and the agent's own words about it. */
import type { ComponentChildren } from "preact";
import type { Evidence } from "../../../src/agents/dialogs/evidence/evidence.ts";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { AgentTile } from "../../marks/agent-tile.tsx";
import { Icon } from "../../shared/icons.tsx";
import { agentOf, projectOf } from "../parts/ask-words.ts";
import { type Messages, useText } from "../parts/messages.ts";
import { type PaneWords, paneWords } from "../parts/pane-words.ts";
import { ago } from "../parts/time.ts";

export function Who({ ask, children }: { ask: Ask; children?: ComponentChildren }) {
  const text = useText();
  const say = paneWords(text.locale);
  const [agent, project] = [agentOf(ask), projectOf(ask)];
  const name = agent || (project === "" ? safeLine(text.source(ask.source.kind)) : "");
  return (
    <div class="who">
      <p class="origin muted">
        <AgentTile client={name} name={name || project} />
        <span class="unseen">{text.askedBy} </span>
        {name !== "" && (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        )}
        {name !== "" && project !== "" && <span>{say.inProject}</span>}
        {project !== "" && <bdi>{project}</bdi>}
        <span class="dot-before" aria-hidden="true">
          ·
        </span>
        <time
          class="when cut"
          dateTime={ask.createdAt}
          title={new Date(ask.createdAt).toLocaleString(text.locale)}
        >
          {say.asked(ago(ask.createdAt, Date.now(), text.locale))}
        </time>
      </p>
      {children}
    </div>
  );
}

export function RiskBadge({ evidence }: { evidence: Evidence }) {
  const say = paneWords(useText().locale).marks;
  if (evidence.risk !== "destructive") return null;
  return (
    <span class="badge destroys">
      <Icon name="warning" />
      {say.risk.destructive}
    </span>
  );
}

/** What would happen as a question; a file or a tool stands in it as code. */
export function Asked({ evidence }: { evidence: Evidence }) {
  const parts = askedIn(evidence, paneWords(useText().locale));
  return (
    <>
      {parts.map((part, index) =>
        index === 1 ? (
          <code key={part}>
            <bdi>{part}</bdi>
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}

function askedIn({ about, parts, risk, tool }: Evidence, { titles }: PaneWords): string[] {
  const [first] = parts;
  switch (about) {
    case "command":
      return [risk === "destructive" ? titles.destroys : titles.command];
    case "change":
      return parts.length === 1 && first?.kind === "change"
        ? titles.change(first.path)
        : [titles.changes(parts.length)];
    case "address":
      return [titles.address];
    case "input":
      return titles.input(tool);
  }
}

export function askedInWords(evidence: Evidence, text: Messages): string {
  return askedIn(evidence, paneWords(text.locale)).join("");
}
