/** Scripts in an address or a header, which a refusal might repeat. */
import { type Attack, each } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const SCRIPTS = [
  "<script>alert(1)</script>",
  '"><img/onerror=alert(1)>',
  "';alert(1)//",
  "{{7*7}}",
];

export const attack: Attack = {
  name: "scripts in addresses",
  async run({ port }) {
    const paths = SCRIPTS.flatMap((script) => {
      const written = encodeURIComponent(script);
      return [`/${written}`, `/open?code=${written}`, `/?lang=${written}`, `/voice/${written}`];
    });
    return each(paths, String, async (path) => {
      const headers = { accept: "text/html", "accept-language": "<script>" };
      const { text, status } = await send(port, path, { headers });
      return status >= 400 && !/alert|7\*7|onerror|<script/.test(text);
    });
  },
};
