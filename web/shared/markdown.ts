/**
 * Agent markdown as harmless HTML: no markup of its own, no images, no scripts, links
 * that show where they lead.
 */
import DOMPurify from "dompurify";
import { Marked, type Tokens } from "marked";
import { safeText } from "../../src/core/safety/safe-text.ts";

export function htmlOf(markdown: string): string {
  return DOMPurify.sanitize(marked.parse(safeText(markdown), { async: false }), ALLOWED);
}

const ALLOWED = {
  ALLOWED_TAGS: [
    ...[
      "p",
      "br",
      "hr",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "ul",
      "ol",
      "li",
      "blockquote",
      "strong",
      "em",
      "del",
      "code",
      "pre",
    ],
    ...["a", "span", "div", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["href", "rel", "target", "class", "start", "align", "tabindex"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // Every other attribute is tested against the pattern above too, and would be removed.
  ADD_URI_SAFE_ATTR: ["rel", "target", "start", "align", "tabindex"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const marked = new Marked({ gfm: true, breaks: true });

marked.use({
  renderer: {
    // The page has its own first heading; the agent's headings start one level below.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 1, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    html: ({ text }) => escaped(text),
    image: ({ text, href }) => escaped(text === "" ? href : text),
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    code: (token) => codeBlock(token),
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const body = token.rows.map((row) => cells(row, "td")).join("");
      // Focusable by keyboard, because it may scroll sideways.
      return `<div class="scrolls" tabindex="0"><table><thead>${cells(token.header, "th")}</thead><tbody>${body}</tbody></table></div>`;
    },
    link({ href, tokens, text }) {
      const label = this.parser.parseInline(tokens);
      if (!ALLOWED.ALLOWED_URI_REGEXP.test(href))
        return `${label} <span class="target">(${escaped(href)})</span>`;
      const target = text === href ? "" : ` <span class="target">(${escaped(href)})</span>`;
      return `<a href="${escaped(href)}" rel="noopener noreferrer" target="_blank">${label}</a>${target}`;
    },
  },
});

function codeBlock({ text, lang = "" }: Tokens.Code): string {
  const language = /^[\w+#-]+/.exec(lang)?.[0].toLowerCase() ?? "";
  if (language === "diff" || language === "patch" || (language === "" && looksLikeDiff(text))) {
    return `<pre class="diff" tabindex="0"><code>${text.split("\n").map(diffLine).join("")}</code></pre>`;
  }
  const marked = language === "" ? "" : ` class="language-${language}"`;
  return `<pre tabindex="0"><code${marked}>${escaped(text)}</code></pre>`;
}

function looksLikeDiff(text: string): boolean {
  return /^@@ .* @@/m.test(text) || (/^\+\+\+ /m.test(text) && /^--- /m.test(text));
}

function diffLine(line: string): string {
  return `<span class="${diffClass(line)}">${escaped(line)}\n</span>`;
}

function diffClass(line: string): string {
  if (/^(@@|diff |index |\+\+\+ |--- )/.test(line)) return "diff-head";
  if (line.startsWith("+")) return "diff-added";
  return line.startsWith("-") ? "diff-removed" : "diff-same";
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
