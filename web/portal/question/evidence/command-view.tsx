/** A text to be judged whole: every line wraps, and its risk stands in its place with the reason below. */
import type { EvidencePart } from "../../../../src/agents/dialogs/evidence/evidence.ts";
import { useText } from "../../parts/messages.ts";
import { paneWords } from "../../parts/pane-words.ts";
import { cut } from "./tokens.ts";
import { useColours } from "./use-colours.ts";

type TextPart = Extract<EvidencePart, { kind: "text" }>;

const COLOURS: Record<string, string> = { sh: "bash", json: "json" };

export function CommandView({ part }: { part: TextPart }) {
  const { text, language, marks } = part;
  const say = paneWords(useText().locale).marks;
  const colours = useColours(text, COLOURS[language] ?? "");
  let from = 0;
  return (
    <>
      <pre class="cmd">
        <code>
          {text.split("\n").map((line, index, lines) => {
            const start = from;
            from += line.length + 1;
            const ranges = marks.map(
              (mark) =>
                [Math.max(0, mark.from - start), Math.min(line.length, mark.to - start)] as const,
            );
            const stretches = cut(line, colours?.[index] ?? null, ranges);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
              <span class="line" key={index}>
                {stretches.map((stretch, at) => {
                  const mark = marks.find((_, number) => stretch.at.includes(number));
                  const number = mark === undefined ? -1 : marks.indexOf(mark);
                  const isLast = mark !== undefined && !stretches[at + 1]?.at.includes(number);
                  const isEnd = isLast && start + line.length >= (mark?.to ?? 0);
                  return (
                    <>
                      <span class={classOf(stretch.kind, mark?.level)} data-mark={mark && number}>
                        {stretch.text}
                      </span>
                      {isEnd && marks.length > 1 && <sup aria-hidden="true">{number + 1}</sup>}
                    </>
                  );
                })}
                {index < lines.length - 1 && "\n"}
              </span>
            );
          })}
        </code>
      </pre>
      {marks.length > 0 && (
        <ol class="would" data-level={marks[0]?.level}>
          {marks.map(({ from: at, why, level }) => (
            <li key={at}>
              <span>
                <strong>{level === "unclear" ? say.unclearWhy : why}</strong>
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function classOf(kind: string, level: string | undefined): string {
  return [kind, level !== undefined && "mark", level === "destructive" && "destroys"]
    .filter(Boolean)
    .join(" ");
}
