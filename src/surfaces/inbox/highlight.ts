/**
 * Colours code. It is a chunk of its own: most questions have no code, and the others can be read
 * before it is loaded.
 */
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { Highlight } from "../../terminal/text/markdown.ts";
import { type Line, type Span, type Style, styled } from "../../terminal/text/style.ts";

const languages = {
  bash,
  css,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages))
  highlighter.registerLanguage(name, language);

// Longer blocks are usually data rather than code, and highlighting them would delay the screen.
const LONGEST_CHARACTERS = 20_000;

const STYLES: Record<string, Style> = {
  ...{
    keyword: "magenta",
    literal: "magenta",
    built_in: "cyan",
    type: "cyan",
    title: "blue",
    section: "blue",
  },
  ...{
    string: "green",
    regexp: "green",
    number: "yellow",
    symbol: "yellow",
    attr: "cyan",
    attribute: "cyan",
  },
  ...{ name: "blue", tag: "blue", variable: "yellow", comment: "dim", meta: "dim" },
};

/** The highlighter returns HTML that contains only its own spans and text with five entities. */
export const highlight: Highlight = (code, language) => {
  const name = /^\w+/.exec(language)?.[0] ?? "";
  if (highlighter.getLanguage(name) === undefined || code.length > LONGEST_CHARACTERS) return null;
  const { value } = highlighter.highlight(code, { language: name, ignoreIllegals: true });
  const lines: Span[][] = [[]];
  const open: (Style | null)[] = [];
  for (const [token, kind] of value.matchAll(/<span class="hljs-([\w-]+)[^"]*">|<\/span>|[^<]+/g)) {
    if (kind !== undefined) open.push(STYLES[kind] ?? null);
    else if (token === "</span>") open.pop();
    else put(readable(token), open.findLast((style) => style !== null) ?? null);
  }
  return lines as Line[];

  function put(text: string, style: Style | null) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push(style === null ? { text: part } : styled(part, style));
    }
  }
};

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function readable(html: string): string {
  return html.replace(
    /&(amp|lt|gt|quot|#x27);/g,
    (entity, name: string) => ENTITIES[name] ?? entity,
  );
}
