/** What is asked and what a person replied, as every entry of the package knows it. */

/** `text_input` and `hybrid` take a person's own text; in `hybrid`, text alone is an answer whatever the bounds say. */
export type SelectionMode = "single" | "multi" | "text_input" | "hybrid";

export interface Option {
  id: string;
  /** A few words a person can choose at a glance. */
  label: string;
  /** What follows from choosing it. */
  description?: string | undefined;
  recommended?: boolean | undefined;
}

/** A complete question: what a surface shows, with nothing left to guess. */
export interface Question {
  /** A few words; the first line of the prompt unless the asker gave one. */
  title: string;
  /** Markdown. */
  prompt: string;
  selectionMode: SelectionMode;
  options: Option[];
  /** An example of a typed answer. */
  placeholder?: string | undefined;
  /** Preselected; they also hold when nobody answers in time, if the ask says so. */
  defaultOptionIds: string[];
  minSelections: number;
  maxSelections: number;
}

/** A question as a program writes it: only the prompt is needed. */
export interface QuestionInput {
  title?: string | undefined;
  /** Markdown. */
  prompt: string;
  /** `hybrid` where there are options and `text_input` where there are none, unless given. */
  selectionMode?: SelectionMode | undefined;
  /** Lets a `hybrid` question take several options. */
  multiSelect?: boolean | undefined;
  /** An option without an id is known by its position: `"1"`, `"2"` and so on. */
  options?: OptionInput[] | undefined;
  placeholder?: string | undefined;
  defaultOptionIds?: string[] | undefined;
  minSelections?: number | undefined;
  maxSelections?: number | undefined;
}

export interface OptionInput {
  id?: string | undefined;
  label: string;
  description?: string | undefined;
  recommended?: boolean | undefined;
}

/** The answer to one question. */
export interface Answer {
  /** In the question's own order. */
  optionIds: string[];
  /** The person's own words, where the question takes them. */
  customText?: string | undefined;
  /** Notes by option id, also on options that were not chosen. */
  optionNotes?: Record<string, string> | undefined;
  /** A permission: the call as the person changed it before they allowed it. */
  editedInput?: Record<string, unknown> | undefined;
  /** The person left the question out, which only other programs' forms let them do. */
  unanswered?: true | undefined;
}

/** `answers[i]` answers `questions[i]`. */
export interface Reply {
  answers: Answer[];
  /** A note about the whole. */
  globalNote?: string | undefined;
}
