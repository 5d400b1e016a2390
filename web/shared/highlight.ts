/** Colours in code. A chunk of its own: most questions have no code, and those that have can be read before it comes. */
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

const languages = { bash, css, go, java, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

// Longer blocks are data more often than code, and would hold up the page.
const LONGEST_CHARACTERS = 50_000;

export function highlight(element: HTMLElement, language: string) {
  const code = element.textContent;
  if (highlighter.getLanguage(language) === undefined || code.length > LONGEST_CHARACTERS) return;
  // Everything that is not a colour's own span comes back escaped.
  element.innerHTML = highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
