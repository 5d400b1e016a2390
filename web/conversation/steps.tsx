/** An agent's work line by line, each with what came of it folded below; and the files it changed. */
import type { Locale } from "../../src/core/locale.ts";
import { Icon, type IconName } from "../shared/icons.tsx";
import { type ChangedFile, linesIn, type Step } from "./talk.ts";
import { type ConversationWords, conversationWords } from "./words.ts";

const ICONS: Record<Step["kind"], IconName> = {
  prompt: "forward",
  said: "question",
  ran: "command",
  read: "plan",
  wrote: "edit",
  searched: "search",
  did: "permission",
};

/** The last result is open: it is what the question came out of. */
export function Steps({ steps, locale }: { steps: readonly Step[]; locale: Locale }) {
  const say = conversationWords(locale);
  return (
    <ol class="work-steps">
      {steps.map((step, index) => (
        // Steps have no names of their own, and are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <StepLine key={index} step={step} say={say} isOpened={index === steps.length - 1} />
      ))}
    </ol>
  );
}

interface StepLineProps {
  step: Step;
  say: ConversationWords;
  isOpened?: boolean;
}

export function StepLine({ step, say, isOpened = false }: StepLineProps) {
  const { kind, what, more, hasFailed, isOpen, at } = step;
  const isCode = kind !== "said" && kind !== "prompt";
  const line = (
    <>
      <Icon name={ICONS[kind]} />
      <span class="unseen">{say.kinds[kind]}: </span>
      <span class={isCode ? "step-what agent-code" : "step-what"} dir="auto">
        {what}
      </span>
      {hasFailed && <span class="step-failed">{say.failed}</span>}
      {isOpen && <span class="muted">{say.running}</span>}
      {at !== null && <time dateTime={at}>{new Date(at).toTimeString().slice(0, 5)}</time>}
    </>
  );
  if (more === "" || more === what) return <li class="step">{line}</li>;
  return (
    <li>
      <details open={isOpened && isCode}>
        <summary class="step">{line}</summary>
        <pre dir="auto">{more}</pre>
      </details>
    </li>
  );
}

interface ChangedProps {
  files: readonly ChangedFile[];
  locale: Locale;
  /** Of its heading. */
  level?: 2 | 3;
}

export function Changed({ files, locale, level = 3 }: ChangedProps) {
  if (files.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading class="changed-head">
        {conversationWords(locale).changed} <Counts {...linesIn(files)} />
      </Heading>
      <ul class="changed">
        {files.map((file) => (
          <li key={file.path}>
            <span class="agent-code" dir="auto">
              {file.path}
            </span>
            <Counts {...file} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="counts">
      {added > 0 && <span class="added">+{added}</span>}{" "}
      {removed > 0 && <span class="removed">−{removed}</span>}
    </span>
  );
}
