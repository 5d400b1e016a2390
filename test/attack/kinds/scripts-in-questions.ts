/** Scripts in an agent's words: no page contains them, and no reply can be run. */
import { type Attack, each } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const SCRIPTS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "</script><script>alert(1)</script>",
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "[x](javascript:alert(1))",
  "<a href=javascript:alert(1)>x</a>",
  "<style>*{background:url(//evil.example)}</style>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content='0;url=//evil.example'>",
  "<form action=//evil.example><button>x</button></form>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "<!--<img src='--><img src=x onerror=alert(1)>'>",
];

export const attack: Attack = {
  name: "scripts in questions",
  run: ({ port, token, ask }) =>
    each(SCRIPTS, String, async (script) => {
      const { id } = await ask({ title: script, prompt: script, project: script });
      const headers = bearer(token);
      const pages = await Promise.all(
        ["/", `/choice/${id}`].map((path) => send(port, path, { headers })),
      );
      const data = await send(port, `/api/asks/${id}`, { headers });
      const isInert =
        String(data.headers["content-type"]).startsWith("application/json") &&
        data.headers["x-content-type-options"] === "nosniff" &&
        !/unsafe-|\*/.test(String(pages[1]?.headers["content-security-policy"]));
      return isInert && pages.every(({ text }) => !text.includes(script));
    }),
};
