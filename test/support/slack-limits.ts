/**
 * Checks Slack's limits as Slack would: what is wrong with a message or window, in Slack's
 * words; null if nothing is.
 */

// biome-ignore lint/suspicious/noExplicitAny: it must look at anything
type Anything = any;

export interface Fault {
  error:
    | "invalid_blocks"
    | "msg_blocks_too_long"
    | "msg_too_long"
    | "no_text"
    | "invalid_arguments";
  detail: string;
}

class Broken extends Error {}

export function faultInMessage({
  text,
  blocks,
}: {
  text?: string;
  blocks?: Anything[];
}): Fault | null {
  if ((text ?? "") === "" && blocks === undefined)
    return { error: "no_text", detail: "there is nothing in it" };
  if (size(text ?? "") > 4_000)
    return { error: "msg_too_long", detail: `text of ${size(text ?? "")}` };
  // Mentions at the very beginning are our own: the people who are notified.
  if (ACTS.test((text ?? "").replace(/^(?:<@U\w+> )+/, "")))
    return { error: "invalid_blocks", detail: `text that Slack acts upon: ${text}` };
  return blocks === undefined ? null : faultInBlocks(blocks, 50);
}

export function faultInView(view: Anything): Fault | null {
  if (view.blocks?.some(({ type }: Anything) => type === "markdown"))
    return { error: "invalid_blocks", detail: "markdown outside of a message" };
  if (view.type === "home") return faultInBlocks(view.blocks, 100);
  try {
    need(view.type === "modal", "the type of a window");
    plain(view.title, 24, "title");
    plain(view.submit, 24, "submit");
    plain(view.close, 24, "close");
    need(size(view.private_metadata ?? "") <= 3_000, "private_metadata");
    id(view.callback_id, "callback_id");
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { error: "invalid_arguments", detail: error.message };
  }
  return faultInBlocks(view.blocks, 100);
}

function faultInBlocks(blocks: Anything[], most: number): Fault | null {
  try {
    need(
      Array.isArray(blocks) && blocks.length > 0 && blocks.length <= most,
      `${blocks?.length} blocks`,
    );
    const ids = blocks.flatMap((block) => (block.block_id === undefined ? [] : [block.block_id]));
    need(new Set(ids).size === ids.length, "block_id twice");
    for (const block of blocks) checkBlock(block);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { error: "invalid_blocks", detail: error.message };
  }
  const markdown = blocks.filter(({ type }) => type === "markdown").map(({ text: words }) => words);
  if (markdown.join("").length > 12_000)
    return { error: "msg_blocks_too_long", detail: "markdown of more than 12000" };
  const all = textIn(blocks);
  return all > 13_200 ? { error: "msg_blocks_too_long", detail: `${all} characters in all` } : null;
}

function checkBlock(block: Anything) {
  if (block.block_id !== undefined) id(block.block_id, "block_id");
  switch (block.type) {
    case "header":
      return plain(block.text, 150, "header");
    case "section":
      text(block.text, 3_000, "section");
      if (block.accessory !== undefined) checkElement(block.accessory);
      return;
    case "context":
      need(block.elements.length >= 1 && block.elements.length <= 10, "elements of a context");
      for (const element of block.elements) text(element, 3_000, "context");
      return;
    case "actions": {
      need(block.elements.length >= 1 && block.elements.length <= 25, "elements of actions");
      for (const element of block.elements) checkElement(element);
      const ids = block.elements.map((element: Anything) => element.action_id);
      return need(new Set(ids).size === ids.length, `action_id twice: ${ids.join(", ")}`);
    }
    case "input":
      plain(block.label, 2_000, "label");
      if (block.hint !== undefined) plain(block.hint, 2_000, "hint");
      return checkElement(block.element);
    case "divider":
      return;
    case "markdown":
      need(typeof block.text === "string" && block.text.trim() !== "", "markdown without text");
      need(!MARKDOWN_ACTS.test(block.text), `markdown that Slack acts upon: ${block.text}`);
      return need(wellFormed(block.text), "markdown has half a character");
    case "rich_text":
      need(block.elements.length >= 1, "rich_text without elements");
      for (const element of block.elements) checkRich(element);
      return;
    default:
      throw new Broken(`a block of type ${block.type}`);
  }
}

/** Mentions, links with words of their own, and definitions of such links. */
const MARKDOWN_ACTS =
  /<[@!#]|<[a-z]+:|\]\(|\]\[|^\s*\[[^\]\n]+\]:|(?<![\w.])@(?:channel|here|everyone)\b/im;

function checkRich(element: Anything) {
  need(
    element.type === "rich_text_section" || element.type === "rich_text_preformatted",
    `an element of type ${element.type}`,
  );
  need(element.elements.length >= 1, "a part of rich_text without elements");
  for (const { type, text: words } of element.elements) {
    need(type === "text", `a ${type} in rich_text`);
    need(typeof words === "string" && size(words) >= 1, "an empty text in rich_text");
    need(wellFormed(words), "rich_text has half a character");
  }
}

function wellFormed(words: string): boolean {
  return (
    (words as { isWellFormed?: () => boolean }).isWellFormed?.() ?? !/\p{Surrogate}/u.test(words)
  );
}

function checkElement(element: Anything) {
  id(element.action_id, "action_id");
  if (element.confirm !== undefined) {
    plain(element.confirm.title, 100, "confirm title");
    text(element.confirm.text, 300, "confirm text");
    plain(element.confirm.confirm, 30, "confirm");
    plain(element.confirm.deny, 30, "deny");
  }
  switch (element.type) {
    case "button":
      plain(element.text, 75, "button");
      need(size(element.value ?? "") <= 2_000, "value of a button");
      return need([undefined, "primary", "danger"].includes(element.style), "style");
    case "static_select":
      plain(element.placeholder, 150, "placeholder");
      need(
        element.options.length >= 1 && element.options.length <= 100,
        `${element.options.length} options`,
      );
      for (const option of element.options) {
        plain(option.text, 75, "option");
        need(
          size(option.value) >= 1 && size(option.value) <= 75,
          `value of an option: ${option.value}`,
        );
      }
      return;
    case "plain_text_input":
      if (element.placeholder !== undefined) plain(element.placeholder, 150, "placeholder");
      return need((element.max_length ?? 1) <= 3_000, "max_length");
    default:
      throw new Broken(`an element of type ${element.type}`);
  }
}

function plain(object: Anything, most: number, what: string) {
  need(object?.type === "plain_text", `${what} must be plain_text`);
  text(object, most, what);
}

function text(object: Anything, most: number, what: string) {
  need(object?.type === "plain_text" || object?.type === "mrkdwn", `${what} needs text`);
  const { text: words } = object;
  need(
    typeof words === "string" && size(words) >= 1 && size(words) <= most,
    `${what} of ${size(words ?? "")}`,
  );
  need(wellFormed(words), `${what} has half a character`);
  // Markup that Slack acts upon: only our own dates and the pages of asks are allowed.
  if (object.type === "mrkdwn")
    need(!ACTS.test(words), `${what} has a mark that Slack acts upon: ${words}`);
}

const ACTS = /<(?!!date\^|https?:\/\/[\w.:-]+\/choice\/[\w-]+\|)/;

function id(value: Anything, what: string) {
  need(typeof value === "string" && size(value) >= 1 && size(value) <= 255, `${what}: ${value}`);
}

function need(isSo: boolean, detail: string) {
  if (!isSo) throw new Broken(detail);
}

function size(words: string): number {
  return words.length;
}

/** The total length of every text object inside the value. */
function textIn(value: Anything): number {
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + textIn(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  const own = typeof value.text === "string" ? value.text.length : 0;
  return own + Object.values(value).reduce((sum: number, item) => sum + textIn(item), 0);
}
