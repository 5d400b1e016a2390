/**
 * Colours code. A chunk of its own: most questions contain no code, and code can be
 * read before it is coloured.
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

// Longer blocks are data more often than code, and would block the page.
const LONGEST_CHARACTERS = 50_000;

export function highlight(element: HTMLElement, language: string) {
  const code = element.textContent;
  if (highlighter.getLanguage(language) === undefined || code.length > LONGEST_CHARACTERS) return;
  // The highlighter escapes everything except its own spans of colour.
  element.innerHTML = highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
