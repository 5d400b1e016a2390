/** An ask of one question: what is asked with its evidence, and the options. */
import type { ComponentChildren } from "preact";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { answerOf, type FormAction, type FormState } from "../../../src/core/ask/form.ts";
import type { Option, Question } from "../../../src/core/ask/question.ts";
import { unclearInWords } from "../../../src/core/ask/risk-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { Markdown } from "../../shared/markdown-view.tsx";
import { langOf, Said } from "../../shared/said.tsx";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import type { ChoiceState } from "./choice.ts";
import { EvidenceView } from "./evidence/evidence-view.tsx";
import { hintInWords } from "./hint.ts";
import { Options } from "./options.tsx";
import { Asked, RiskBadge } from "./pane-head.tsx";
import { fitAcross } from "./shown-options.ts";

interface AskedAloneProps {
  state: ChoiceState;
  page: ChoicePage;
  single: Question | undefined;
  isBeside: boolean;
  /** The agent in one line, where it does not stand beside. */
  agentLine: ComponentChildren;
}

/** Beside a list, the list has the first heading. */
export function AskedAlone({ state, page, single, isBeside, agentLine }: AskedAloneProps) {
  const text = useText();
  const { ask } = page;
  const { evidence } = state;
  const Title = isBeside ? "h2" : "h1";
  const context = ask.context === undefined || ask.context === "" ? null : ask.context;
  return (
    <>
      <Title class="asked" id="asked" tabIndex={-1} dir={evidence ? undefined : "auto"}>
        {single === undefined ? (
          text.severalQuestions(ask.questions.length)
        ) : evidence ? (
          <Asked evidence={evidence} />
        ) : (
          <Said text={safeLine(single.title)} />
        )}{" "}
        {evidence && <RiskBadge evidence={evidence} />}
      </Title>
      {context !== null && (
        <section class="context" aria-label={text.context} dir="auto" lang={langOf(context)}>
          <Markdown text={context} />
        </section>
      )}
      {single === undefined ? agentLine : <Body {...{ ask, single, evidence, agentLine }} />}
    </>
  );
}

interface BodyProps {
  ask: Ask;
  single: Question;
  evidence: ChoiceState["evidence"];
  agentLine: ComponentChildren;
}

/** The agent's words, what it did before, and then what it wants to do. */
function Body({ ask, single, evidence, agentLine }: BodyProps) {
  const text = useText();
  const say = paneWords(text.locale);
  // On its way: what is shown now would be replaced in a moment.
  if (evidence === undefined && ask.dialog?.kind === "permission") return null;
  if (evidence) {
    const unclear =
      evidence.risk === "unclear" && evidence.parts.every(({ kind }) => kind !== "text");
    return (
      <>
        {evidence.remark !== null && (
          <p class="says" dir="auto" lang={langOf(evidence.remark)}>
            <span class="unseen">{say.remark(evidence.agent)}: </span>
            {safeLine(evidence.remark)}
          </p>
        )}
        {agentLine}
        {evidence.reasons.length > 0 && evidence.parts.some(({ kind }) => kind === "change") && (
          <p class="notice danger">{evidence.reasons.join(" ")}</p>
        )}
        {unclear && <p class="muted unclear">{unclearInWords(ask, text.locale)}</p>}
        <EvidenceView evidence={evidence} />
      </>
    );
  }
  const unclear = unclearInWords(ask, text.locale);
  return (
    <>
      {safeLine(single.prompt) !== safeLine(single.title) && (
        <div
          class={ask.dialog?.kind === "plan_approval" ? "says plan" : "says"}
          dir="auto"
          lang={langOf(single.prompt)}
        >
          <Markdown text={single.prompt} />
        </div>
      )}
      {unclear !== null && <p class="muted unclear">{unclear}</p>}
      {agentLine}
    </>
  );
}

interface AnsweringProps {
  question: Question;
  shown: readonly Option[];
  form: FormState;
  page: ChoicePage;
  isReadOnly: boolean;
  isInBar: boolean;
  isAtOnce: boolean;
  act(action: FormAction, how?: { goesOn: boolean }): void;
}

export function Answering(props: AnsweringProps) {
  const { question, shown, form, page, isReadOnly, isInBar, act } = props;
  const text = useText();
  const names = { hint: "question-0-hint", problem: "question-0-problem" };
  const refusal = form.refusal?.questionIndex === 0 ? form.refusal.refusal : null;
  const words = form.entries[0]?.text ?? "";
  return (
    <fieldset class="question" id="question-0" disabled={isReadOnly}>
      <legend class="unseen">{safeLine(question.title)}</legend>
      <Options
        {...{ question, shown, form, isReadOnly, act, index: 0 }}
        interaction={page.interaction}
        describedBy={`${names.hint} ${names.problem}`}
        isAcross={isInBar && fitAcross(shown)}
        isAtOnce={props.isAtOnce}
      />
      {isReadOnly && words !== "" && (
        <textarea aria-label={text.ownWords} dir="auto" value={words} readOnly />
      )}
      <p class="hint" id={names.hint}>
        {isReadOnly ? "" : hintInWords(question, answerOf(form, 0), text)}
      </p>
      <p class="problem" id={names.problem} role="alert">
        {refusal === null ? "" : text.refusal(refusal)}
      </p>
    </fieldset>
  );
}
