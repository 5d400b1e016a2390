/**
 * Slack's limits. Lengths are counted in UTF-16 units, which is never less than what Slack counts.
 */

export const LIMITS = {
  blocks: 50,
  modalBlocks: 100,
  actions: 25,
  sectionText: 3000,
  headerText: 150,
  buttonText: 75,
  buttonValue: 2000,
  optionText: 75,
  optionValue: 75,
  selectOptions: 100,
  actionId: 255,
  placeholder: 150,
  inputLabel: 2000,
  inputLength: 3000,
  modalTitle: 24,
  messageText: 4000,
  /** Undocumented: past about 13200 characters of text Slack refuses all blocks together. */
  allText: 13_200,
} as const;

/** The part of it that we use: how exactly Slack counts is not known. */
export const ROOM = 12_000;

/** The specification's MAX_QUESTIONS_PER_FORM: questions of one form in one message. */
export const MOST_QUESTIONS = 6;

/** Four options and "type your own" fill one row of buttons (K-11). */
export const MOST_BUTTONS = 4;
