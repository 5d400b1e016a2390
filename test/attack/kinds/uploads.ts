/** Files for an agent, from those who may send none, and with names that lead elsewhere. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const NAMES = ["../../x", "..\\..\\x", "/etc/passwd", "x\u0000.png", "<script>.svg", "con.html"];

export const attack: Attack = {
  name: "uploads",
  run: ({ port, hookToken, deviceToken }) =>
    each(
      NAMES.flatMap((name) => [
        { name, token: "" },
        { name, token: hookToken },
        { name, token: deviceToken },
      ]),
      ({ name, token }) => `${JSON.stringify(name)} ${token.slice(0, 9)}`,
      async ({ name, token }) => {
        const part = `Content-Disposition: form-data; name="file"; filename="${name}"`;
        const body = `--x\r\n${part}\r\n\r\n<script>1</script>\r\n--x--\r\n`;
        const headers = {
          "content-type": "multipart/form-data; boundary=x",
          ...(token !== "" && bearer(token)),
        };
        const sent = { method: "POST", headers, body };
        return isNo((await send(port, "/api/voice/agents/1/upload", sent)).status);
      },
    ),
};
