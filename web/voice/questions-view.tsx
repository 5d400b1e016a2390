/** `/voice`: every open question, those that end soon first. */
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../shared/store.ts";
import { openAgents } from "./agents.ts";
import { Frame } from "./frame.tsx";
import { useText } from "./messages.ts";
import { type Entry, openList } from "./open-list.ts";
import { QuestionRow } from "./question-row.tsx";
import { speaker } from "./speaker.ts";
import { Tabs } from "./tabs.tsx";
import { ToWhoever, WhoeverReply } from "./to-whoever.tsx";

export function QuestionsView() {
  const text = useText();
  const [agents] = useState(() => openAgents((words) => void speaker.say(words)));
  useEffect(() => agents.close, [agents]);
  useEffect(() => speaker.stop, []);
  const { sessions, reply, failure, connection, seenAt } = useStore(agents.state);
  const { endsSoon, waiting } =
    sessions === null ? { endsSoon: [], waiting: [] } : openList(sessions, Date.now());
  const count = endsSoon.length + waiting.length;
  return (
    <Frame
      heading={text.title}
      count={sessions === null ? null : count}
      connection={connection}
      failure={failure}
      seenAt={seenAt}
      news={reply?.words.status_line ?? sessions?.status_line ?? ""}
      isList
      below={
        <>
          {count > 0 && <ToWhoever agents={agents} />}
          <Tabs open={count} hasPortal={sessions?.opens_portal === true} />
        </>
      }
    >
      {sessions === null && failure === null && <p class="muted late">{text.loading}</p>}
      {sessions !== null && count === 0 && (
        <div class="empty">
          <p class="empty-title">{text.nothingOpen}</p>
          <p class="muted">{text.nothingOpenHint}</p>
        </div>
      )}
      <Group name={text.endsSoon} entries={endsSoon} />
      <Group name={text.waiting} entries={waiting} />
      <WhoeverReply agents={agents} reply={reply} />
    </Frame>
  );
}

function Group({ name, entries }: { name: string; entries: Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={`${name}, ${entries.length}`}>
      <h2 class="group-head">
        {name} <span class="count">{entries.length}</span>
      </h2>
      <ul class="rows">
        {entries.map((entry) => (
          <QuestionRow key={entry.path} entry={entry} />
        ))}
      </ul>
    </section>
  );
}
