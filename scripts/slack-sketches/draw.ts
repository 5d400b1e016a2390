/** A message's blocks as HTML, about as Slack shows them. For looking at, not for measuring. */
import type { types } from "@slack/bolt";
import type { SlackMessage } from "../../src/surfaces/slack/render/card.ts";

// biome-ignore lint/suspicious/noExplicitAny: Slack's blocks have every shape
type Anything = any;

export function draw({ text, blocks }: SlackMessage): string {
  const inside = blocks.length === 0 ? `<p>${mrkdwn(text)}</p>` : blocks.map(block).join("");
  return `<div class="message"><b>Askline</b> <small>APP 9:30</small>${inside}</div>`;
}

export function drawWindow({ title, blocks, close, submit }: types.ModalView): string {
  const foot = [close, submit].map((one, at) =>
    element({ text: one, ...(at === 1 && { style: "primary" }) }),
  );
  return `<div class="message"><h2>${plain(title.text)}</h2>${blocks.map(block).join("")}<div class="actions foot">${foot.join("")}</div></div>`;
}

function block(one: Anything): string {
  switch (one.type) {
    case "header":
      return `<h2>${plain(one.text.text)}</h2>`;
    case "section":
      return `<div class="section"><p>${textOf(one.text)}</p>${one.accessory ? element(one.accessory) : ""}</div>`;
    case "context":
      return `<p class="context">${one.elements.map(textOf).join(" ")}</p>`;
    case "actions":
      return `<div class="actions">${one.elements.map(element).join("")}</div>`;
    case "markdown":
      return `<div class="markdown">${markdown(one.text)}</div>`;
    case "rich_text":
      return one.elements.map(rich).join("");
    case "input":
      return input(one);
    case "divider":
      return "<hr>";
    default:
      return `<p class="unknown">${one.type}</p>`;
  }
}

function input({
  label,
  optional,
  element: { placeholder, options = [] },
  hint,
}: Anything): string {
  const shown = plain(placeholder?.text ?? "");
  const choices = options.map(({ text }: Anything) => plain(text.text)).join("<br>");
  const field = options.length > 0 ? `${shown} ▾<br><small>${choices}</small>` : shown;
  return `<p><b>${plain(label.text)}</b>${optional ? " <small>(optional)</small>" : ""}</p><p class="field">${field}</p><p class="context">${plain(hint?.text ?? "")}</p>`;
}

function element(one: Anything): string {
  if (one.type === "static_select")
    return `<span class="button">${plain(one.placeholder.text)} ▾</span>`;
  const button = `<span class="button ${one.style ?? ""}">${plain(one.text.text)}</span>`;
  if (one.confirm === undefined) return button;
  const { title, text, confirm, deny, style } = one.confirm;
  return `${button}<span class="confirm"><b>${plain(title.text)}</b><br>${plain(text.text)}<br><span class="button">${plain(deny.text)}</span> <span class="button ${style}">${plain(confirm.text)}</span></span>`;
}

function rich({ type, elements }: Anything): string {
  const words = elements
    .map(({ text, style = {} }: Anything) => {
      const shown = plain(text);
      if (style.bold) return `<b>${shown}</b>`;
      return style.code ? `<code>${shown}</code>` : shown;
    })
    .join("");
  return type === "rich_text_preformatted" ? `<pre>${words}</pre>` : `<p class="rich">${words}</p>`;
}

function textOf({ type, text }: Anything): string {
  return type === "mrkdwn" ? mrkdwn(text) : plain(text);
}

function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
}

function mrkdwn(text: string): string {
  return text
    .split("```")
    .map((part, at) =>
      at % 2 === 0
        ? marked(part)
        : `<pre>${part.replace(/^\n|\n$/g, "").replaceAll("\n", "<br>")}</pre>`,
    )
    .join("");
}

function marked(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, at) => (at % 2 === 0 ? prose(part) : `<code>${part.slice(1, -1)}</code>`))
    .join("")
    .replace(/^&gt; (.*)$/gm, "<q>$1</q>")
    .replaceAll("\n", "<br>");
}

function prose(text: string): string {
  return text
    .replace(/^> /gm, "&gt; ")
    .replace(/<!date\^[^|]*\|([^>]*)>/g, "10:30")
    .replace(/<@\w+>/g, '<span class="mention">@Ada</span>')
    .replace(/<(https?:[^|>]*)\|([^>]*)>/g, '<a href="$1">$2</a>')
    .replace(/\*([^*\n]+)\*/g, "<b>$1</b>");
}

function markdown(text: string): string {
  const lines = plain(text)
    .split("<br>")
    .map((row) =>
      row
        .replace(/^#{1,6} (.*)$/, "<h3>$1</h3>")
        .replace(/^[-*] (.*)$/, "<li>$1</li>")
        .replace(/^(\d+)\. (.*)$/, '<li value="$1" class="number">$2</li>')
        .replace(/`([^`]+)`/g, "<code>$1</code>")
        .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
        .replace(/(https?:[^\s)<]+)/g, '<a href="$1">$1</a>'),
    );
  return lines.map((row) => (/^<(?:h3|li)/.test(row) ? row : `${row}<br>`)).join("");
}

export const STYLE = `
  body { font: 15px/1.46 Lato, "Noto Sans", "Noto Sans CJK KR", sans-serif; margin: 16px; width: 620px; color: #1d1c1d; }
  h1 { font-size: 13px; color: #888; font-weight: 400; margin: 20px 0 4px; }
  .message { border: 1px solid #ddd; border-radius: 8px; padding: 10px 14px; margin-bottom: 8px; }
  h2 { font-size: 18px; margin: 6px 0; } h3 { font-size: 16px; margin: 6px 0; } small { color: #888; }
  p, .section, .markdown { margin: 6px 0; white-space: normal; overflow-wrap: anywhere; }
  .section { display: flex; justify-content: space-between; gap: 12px; align-items: start; }
  .section p { margin: 0; } .context { font-size: 12px; color: #616061; }
  pre, code { font: 12px/1.5 "DejaVu Sans Mono", monospace; background: #f6f6f6; border: 1px solid #ddd; border-radius: 4px; }
  pre { padding: 8px; white-space: pre-wrap; margin: 4px 0; max-height: 220px; overflow: hidden; } code { padding: 1px 3px; color: #c01343; }
  .actions { display: flex; gap: 8px; flex-wrap: wrap; margin: 8px 0; align-items: start; }
  .button { border: 1px solid #bbb; border-radius: 4px; padding: 3px 11px; font-weight: 700; font-size: 13px; white-space: nowrap; background: #fff; }
  .primary { background: #007a5a; color: #fff; } .danger { background: #e01e5a; color: #fff; }
  .confirm { font-size: 12px; border: 1px dashed #e01e5a; border-radius: 6px; padding: 6px 8px; max-width: 300px; }
  .foot { justify-content: flex-end; } .field { border: 1px solid #bbb; border-radius: 4px; padding: 6px 10px; color: #888; }
  q { border-left: 4px solid #ddd; padding-left: 8px; quotes: none; } .mention { background: #e8f5fa; color: #1264a3; }
  li { margin-left: 22px; } li.number { list-style: decimal; } .unknown { color: red; } a { color: #1264a3; }
`;
