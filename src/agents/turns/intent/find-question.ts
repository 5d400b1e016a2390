/** Finds the question in an agent's last message: a choice in JSON, or one in plain text. Pure. */
import type { TurnQuestion } from "../../../core/agent/agent.ts";
import { type Choice, extractUserChoice } from "../../../extract/extract.ts";
import { detectQuestion } from "./intent.ts";

export function findQuestion(text: string): TurnQuestion | null {
  const choice = text.includes('"user_choice') ? extractUserChoice(text) : null;
  if (choice !== null) return choiceQuestion(choice.choice);
  const found = detectQuestion(text);
  return found && { text: found.passage, options: null, source: "free_text" };
}

function choiceQuestion(choice: Choice): TurnQuestion {
  const questions = choice.type === "user_choice" ? [choice] : choice.questions;
  const texts = questions.map(({ question }) => question);
  const options = questions.flatMap(({ choices }) =>
    choices.map(({ label, description }) =>
      description === undefined ? { label } : { label, description },
    ),
  );
  return {
    text:
      texts.length === 1
        ? (texts[0] ?? "")
        : texts.map((text, index) => `${index + 1}. ${text}`).join("\n"),
    options,
    source: "user_choice",
  };
}
