/** What was hidden comes back whole to the one who has it, and to nobody else. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { knownSecrets } from "../../../test/support/secret-shapes.ts";
import type { Ask } from "../ask/ask.ts";
import { hiddenIn, redactedAsk } from "./ask.ts";
import { hiding } from "./hide.ts";
import { hasMarks } from "./mark.ts";
import { restored } from "./restore.ts";

const parts = {
  locale: "en",
  fingerprint: (secret: string) => createHmac("sha256", "k").update(secret).digest("base64url"),
} as const;
const hide = hiding(parts);

it("is put back into whatever was made of it, also into names", () => {
  const secret = fc.constantFrom(...knownSecrets().map(([, one]) => one));
  const call = fc.dictionary(
    fc.oneof(fc.string(), secret),
    fc.oneof(
      fc.string(),
      secret,
      secret.map((one) => `curl -H 'Authorization: Bearer ${one}' https://door.example`),
      fc.array(secret),
      fc.integer(),
    ),
  );
  fc.assert(
    fc.property(call, (made) => {
      const plain = JSON.parse(JSON.stringify(made));
      expect(restored(hiddenIn(plain, hide), plain, [parts])).toEqual(plain);
    }),
    { numRuns: 100 },
  );
});

it("is not guessed: a mark for what the call does not hold gives nothing", () => {
  const [, secret = ""] = knownSecrets()[2] ?? [];
  const shown = { command: hide(`echo ${secret}`) };
  expect(restored(shown, { command: "echo door" }, [parts])).toBeNull();
  const other = { ...parts, fingerprint: () => "another-key-altogether" };
  expect(restored(shown, { command: `echo ${secret}` }, [other])).toBeNull();
  expect(restored({ command: "ls" }, null, [parts])).toEqual({ command: "ls" });
});

it("every text of an ask is without it, and what people answered is as they said it", () => {
  const [, secret = ""] = knownSecrets()[2] ?? [];
  const option = { id: "a", label: `use ${secret}`, description: secret };
  const ask: Ask = {
    id: "6f1c1f3e-7c0a-4b8e-9f6e-2d1b7a9c0e11",
    ...{ returnPath: "hook", urgency: "normal", createdAt: "2026-01-01T00:00:00.000Z" },
    ...{ expiresAt: null, onTimeout: "none", owner: null },
    context: `found ${secret} in .env`,
    questions: [
      {
        ...{ title: secret, prompt: `May ${secret} go?`, selectionMode: "single" },
        ...{ options: [option], placeholder: secret },
        ...{ defaultOptionIds: [], minSelections: 1, maxSelections: 1 },
      },
    ],
    source: { kind: "mcp", project: "door", workingDirectory: `/tmp/${secret}` },
    presentation: { startingGlobalNote: secret, startingNotes: { a: secret } },
    dialog: {
      ...{ client: "claude-code", kind: "permission", toolName: "Bash", sessionId: "s" },
      input: { command: `echo ${secret}`, env: { password: "hunter22" }, deep: [{ of: secret }] },
      updates: [[{ rules: [{ ruleContent: `echo ${secret}` }] }]],
      subagentId: null,
    },
    outcome: {
      ...{ status: "completed", reply: { answers: [{ optionIds: [], customText: secret }] } },
      provenance: { by: "person", surface: "portal", at: "2026-01-01T00:00:00.000Z" },
    },
  };
  const { outcome, ...shown } = redactedAsk(ask, hide);
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown.dialog?.input["env"]).toEqual({
    password: expect.stringMatching(/^‹hidden: a password [\w-]{12}›$/),
  });
  expect(hasMarks(shown.dialog?.updates)).toBe(true);
  expect(outcome).toEqual(ask.outcome);
  expect(shown.questions[0]?.options[0]?.id).toBe("a");
});
