/**
 * The page a browser shows when it is refused or finds
 * nothing: why, in the person's language, and what to do.
 */
import { createHash } from "node:crypto";
import type { Locale } from "../core/locale.ts";
import type { Refusal } from "../http/guard.ts";

interface RefusalPage {
  html: string;
  headers: Record<string, string>;
}

export function refusalPage(
  { status, message, opens }: Refusal,
  path: string,
  locale: Locale,
): RefusalPage {
  const words = WORDS[locale];
  const known = opens === undefined ? words[status] : words.device;
  const { title, todo, link } = known ?? {
    title: locale === "en" ? message : words.refused,
    todo: [],
  };
  const home = opens ?? (/^\/voice(\/|$)/.test(path) ? "/voice" : "/");
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Askline</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name">Askline</p>
<h1>${title}</h1>
${todo.map((line) => `<p>${line}</p>`).join("\n")}
${link === undefined ? "" : `<p><a href="${home}">${link}</a></p>`}
</main>
</body>
</html>
`;
  return {
    html,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY },
  };
}

interface Words {
  title: string;
  todo: string[];
  link?: string;
}

const WORDS: Record<Locale, Record<number, Words> & { refused: string; device: Words }> = {
  en: {
    refused: "This did not work.",
    401: {
      title: "Open Askline from the link it printed.",
      todo: [
        "On the computer it runs on: <code>askline serve --open</code>",
        "On a phone: scan the code that <code>askline pair</code> shows there.",
      ],
    },
    device: {
      title: "This page is not open to this device.",
      todo: [
        "It answers questions by voice and by touch. What this page is for is done on the computer.",
      ],
      link: "To the questions",
    },
    404: { title: "There is nothing at this address.", todo: [], link: "Back to Askline" },
    429: { title: "Too many wrong tokens. Try again in a minute.", todo: [] },
  },
  ko: {
    refused: "처리할 수 없습니다.",
    401: {
      title: "Askline이 알려 준 링크로 여세요.",
      todo: [
        "Askline이 실행 중인 컴퓨터에서: <code>askline serve --open</code>",
        "휴대전화에서: 그 컴퓨터의 <code>askline pair</code>가 보여 주는 코드를 찍으세요.",
      ],
    },
    device: {
      title: "이 기기에는 이 페이지가 열려 있지 않습니다.",
      todo: ["이 기기로는 말이나 터치로 질문에 답합니다. 이 페이지의 일은 컴퓨터에서 합니다."],
      link: "질문으로",
    },
    404: { title: "이 주소에는 아무것도 없습니다.", todo: [], link: "Askline으로 돌아가기" },
    429: { title: "틀린 토큰이 너무 많았습니다. 1분 뒤에 다시 시도하세요.", todo: [] },
  },
};

const STYLE = `
body {
  margin: 0;
  font: 1rem/1.6 system-ui, sans-serif;
  background: light-dark(#f6f4ee, #151613);
  color: light-dark(#1b1c1a, #ecedea);
}
main { max-width: 32rem; margin: 0 auto; padding: 12vh 1rem 1rem; }
h1 { font-size: 1.4rem; line-height: 1.3; text-wrap: balance; }
h1, p { word-break: keep-all; }
code { white-space: nowrap; }
a {
  display: inline-flex;
  align-items: center;
  min-width: 44px;
  min-height: 44px;
  color: light-dark(#0b6a5d, #62cbb8);
}
.name { margin: 0; font-weight: 600; color: light-dark(#5b5d58, #a8aba5); }
`;

/** Only this page may have inline styles: it is shown to those who may not load a file yet. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
