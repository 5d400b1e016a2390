/** `/voice`: every open question, those that end soon first, to look through and to put in order. */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { SessionsReply } from "../../src/surfaces/voice/wire/wire.ts";
import { snoozeWords } from "../shared/snooze.ts";
import { useStore } from "../shared/store.ts";
import { type Agents, type AgentsState, MOST_ASKS, openAgents } from "./agents.ts";
import { Frame } from "./frame.tsx";
import { type ListQuery, listQuery, look } from "./list-query.ts";
import { FindField, ListTools } from "./list-tools.tsx";
import { type Messages, useText } from "./messages.ts";
import { type Group, openIn, openList, snoozedIn } from "./open-list.ts";
import { QuestionRow } from "./question-row.tsx";
import { speaker } from "./speaker.ts";
import { Tabs } from "./tabs.tsx";
import { ToWhoever, WhoeverReply } from "./to-whoever.tsx";

export function QuestionsView() {
  const text = useText();
  const [agents] = useState(() => openAgents((words) => void speaker.say(words)));
  useEffect(() => agents.close, [agents]);
  useEffect(() => speaker.stop, []);
  const query = useStore(listQuery);
  useEffect(() => agents.find(query.words), [agents, query.words]);
  const { sessions, found, reply, failure, connection, seenAt } = useStore(agents.state);
  const count = sessions === null ? null : openIn(sessions);
  const groups = sessions === null ? [] : groupsOf(sessions, found, query);
  const isFound = groups.length > 0;
  const [isFinding, setFinding] = useState(query.words !== "");
  return (
    <Frame
      heading={text.title}
      count={count}
      state={<ListTools isFinding={isFinding} onFind={() => setFinding(!isFinding)} />}
      connection={connection}
      failure={failure}
      seenAt={seenAt}
      news={reply?.words.status_line ?? sessions?.status_line ?? ""}
      isList
      below={
        <>
          {count !== null && count > 0 && <ToWhoever agents={agents} />}
          <Tabs open={count} hasPortal={sessions?.opens_portal === true} />
        </>
      }
    >
      {isFinding && <FindField onClose={() => setFinding(false)} />}
      {sessions === null && failure === null && <p class="muted late">{text.loading}</p>}
      {count === 0 && !query.snoozed && (
        <div class="empty">
          <p class="empty-title">{text.nothingOpen}</p>
          <p class="muted">{text.nothingOpenHint}</p>
        </div>
      )}
      {count !== null && count > 0 && !isFound && !query.snoozed && (
        <p class="muted" role="status">
          {text.nothingFound}
        </p>
      )}
      {groups.map((group) => (
        <Rows key={group.name} group={group} />
      ))}
      {sessions !== null && isFound && <More agents={agents} />}
      {sessions !== null && <SnoozedLink count={snoozedIn(sessions)} isShown={query.snoozed} />}
      <WhoeverReply agents={agents} reply={reply} />
    </Frame>
  );
}

function groupsOf(sessions: SessionsReply, found: AgentsState["found"], query: ListQuery): Group[] {
  const isCurrent = found !== null && found.words === query.words.trim();
  return openList({ ...sessions, found: isCurrent ? found.asks : undefined }, query, Date.now());
}

function Rows({ group: { name, entries } }: { group: Group }) {
  const text = useText();
  const { order } = useStore(listQuery);
  const words = nameIn(text, order, name);
  return (
    <section aria-label={words === "" ? text.title : `${words}, ${entries.length}`}>
      {words !== "" && (
        <h2 class="group-head">
          <bdi>{words}</bdi> <span class="count">{entries.length}</span>
        </h2>
      )}
      <ul class="rows">
        {entries.map((entry) => (
          <QuestionRow key={entry.path} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function nameIn(text: Messages, order: ListQuery["order"], name: string): string {
  if (order === "newest") return "";
  if (order === "project") return name === "" ? text.noProject : safeLine(name);
  return name === "endsSoon" ? text.endsSoon : text.waiting;
}

/** To what is put off, and back. */
function SnoozedLink({ count, isShown }: { count: number; isShown: boolean }) {
  const say = snoozeWords(useText().locale);
  if (count === 0 && !isShown) return null;
  return (
    <div class="more-rows">
      {isShown && count === 0 && <p class="muted">{say.none}</p>}
      <button type="button" class="quiet" onClick={() => look({ snoozed: !isShown })}>
        {isShown ? say.shown : say.show(count)}
      </button>
    </div>
  );
}

/** What is open beyond what the list holds, and how to reach it. */
function More({ agents }: { agents: Agents }) {
  const text = useText();
  const { sessions, found } = useStore(agents.state);
  const { asks = [], total = 0 } =
    found ?? (sessions === null ? {} : { asks: sessions.asks, total: sessions.asks_total });
  if (total <= asks.length) return null;
  return (
    <div class="more-rows">
      <p class="muted">{text.shownOf(asks.length, total)}</p>
      {asks.length < MOST_ASKS ? (
        <button type="button" onClick={agents.showMore}>
          {text.showMore}
        </button>
      ) : (
        <p class="muted">{text.findTheRest}</p>
      )}
      {sessions?.opens_portal === true && <a href="/">{text.allInPortal}</a>}
    </div>
  );
}
