/** The four figures on top. */
import type { ComponentChildren } from "preact";
import type { Figures } from "../../../src/core/records/figures.ts";
import {
  lengthInParts,
  lengthInWords,
  UNIT_NAMES,
} from "../../../src/core/records/record-words.ts";
import { Link } from "../../shared/link.tsx";
import { useText } from "../parts/messages.ts";
import { figuresWords } from "./messages.ts";

interface KeyFiguresProps {
  figures: Figures;
  days: number;
  since: string;
}

export function KeyFigures({ figures, days, since }: KeyFiguresProps) {
  const { locale } = useText();
  const say = figuresWords(locale);
  const { all, beforeMs, differed } = figures;
  const change = all.waitedMs - (beforeMs ?? all.waitedMs);
  const than = lengthInWords(Math.abs(change), locale);
  const differing = `/history?${new URLSearchParams({ result: "differs", since })}`;
  return (
    <dl class="key-figures">
      <Figure
        name={say.waited}
        more={
          change === 0 || beforeMs === 0
            ? ""
            : change > 0
              ? say.more(than, days)
              : say.less(than, days)
        }
      >
        <Length ms={all.waitedMs} />
      </Figure>
      <Figure
        name={say.half}
        more={all.ninetiethMs === null ? "" : say.nineInTen(lengthInWords(all.ninetiethMs, locale))}
      >
        {all.medianMs === null ? "–" : <Length ms={all.medianMs} />}
      </Figure>
      <Figure name={say.byRules} more={say.ruledOf(all.byRule, all.asked)}>
        {Math.round((all.byRule / all.asked) * 100)} <small>%</small>
      </Figure>
      <Figure
        name={say.differed}
        more={differed === 0 ? say.noneDiffered : <Link to={differing}>{say.seeDiffered}</Link>}
      >
        {differed}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  more: ComponentChildren;
  children: ComponentChildren;
}

function Figure({ name, more, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd class="beside">{more}</dd>
    </div>
  );
}

function Length({ ms }: { ms: number }) {
  const { locale } = useText();
  return (
    <>
      {lengthInParts(ms).map(({ amount, unit }) => (
        <span key={unit}>
          {amount} <small>{UNIT_NAMES[locale][unit]}</small>{" "}
        </span>
      ))}
    </>
  );
}
