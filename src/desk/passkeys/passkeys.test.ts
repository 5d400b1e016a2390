import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { softwarePasskey } from "../../../test/support/software-passkey.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { questionFrom } from "../../core/ask/question.ts";
import { signedAction } from "../../core/ask/signed-action.ts";
import { createCeremonies, endorsementOf } from "./ceremonies.ts";
import { proofProblem } from "./check-proof.ts";
import { openPasskeys } from "./passkey-file.ts";

const page = { host: "localhost", origin: "http://localhost:4747" };
const allow = { answers: [{ optionIds: ["1"] }] };
const deny = { answers: [{ optionIds: ["2"] }] };

function open() {
  const files = openSandbox();
  const passkeys = openPasskeys(files.at("state", "passkeys.json"));
  const ceremonies = createCeremonies(passkeys, () => new Date("2026-01-01T00:00:00Z"));
  return { files, passkeys, ceremonies, [Symbol.dispose]: () => files[Symbol.dispose]() };
}

function permission(command: string): Ask {
  return {
    id: "5f0c6f3e-93cb-4a32-8d3b-2f5d4f1b7d10",
    questions: [
      questionFrom({
        ...{ title: "Bash", prompt: `Run \`${command}\`?` },
        options: [{ label: "Allow once" }, { label: "Deny" }],
      }),
    ],
    source: { kind: "hook", client: "claude-code", workingDirectory: "/home/ada/shop" },
    ...{ returnPath: "hook", urgency: "normal", createdAt: "2026-01-01T00:00:00Z" },
    ...{ expiresAt: null, onTimeout: "none", outcome: null },
    owner: { pid: 1, host: "here", startedAt: "0", mode: "blocking" },
  };
}

async function added(test: ReturnType<typeof open>, name = "laptop") {
  const key = softwarePasskey(page);
  const { id, creating } = await test.ceremonies.beginAdding("ada", name, page);
  const addition = await test.ceremonies.takeNew(id, key.register(creating.challenge));
  return { key, addition };
}

describe("a passkey", () => {
  it("signs the action that was shown, and anybody with its public key can check it", async () => {
    using test = open();
    const { key } = await added(test);
    const ask = permission("rm -rf build");
    const { challenge } = await test.ceremonies.beginSigning(ask, allow, "ada", page);
    const proof = await test.ceremonies.prove(ask, allow, "ada", key.sign(challenge), page);
    const check = (one: Ask, reply = allow, who = "ada") =>
      proofProblem(proof, signedAction(one, reply, who)).then(({ problem }) => problem);
    expect(await check(ask)).toBeNull();
    expect(await check(permission("rm -rf ~"))).toMatch(/challenge/);
    expect(await check(ask, deny)).toMatch(/challenge/);
    expect(await check(ask, allow, "min")).toMatch(/challenge/);
    expect(await check({ ...ask, id: "another" })).toMatch(/challenge/);
  });

  it("is asked again where another action, answer or person was signed", async () => {
    using test = open();
    const { key } = await added(test);
    const ask = permission("rm -rf build");
    const { challenge } = await test.ceremonies.beginSigning(ask, deny, "ada", page);
    const signed = key.sign(challenge);
    await expect(test.ceremonies.prove(ask, allow, "ada", signed, page)).rejects.toMatchObject({
      code: "passkey_refused",
    });
    await expect(test.ceremonies.prove(ask, deny, "min", signed, page)).rejects.toThrow(
      /not one of/,
    );
  });

  it("does not count where a server on another port of the host had it signed", async () => {
    using test = open();
    const { key } = await added(test);
    const ask = permission("rm -rf build");
    const { challenge } = await test.ceremonies.beginSigning(ask, allow, "ada", page);
    const here = { ...page, origin: "http://localhost:9999" };
    await expect(
      test.ceremonies.prove(ask, allow, "ada", key.sign(challenge), here),
    ).rejects.toThrow(/Another page/);
  });

  it("that nobody added signs nothing", async () => {
    using test = open();
    await added(test);
    const ask = permission("rm -rf build");
    const { challenge } = await test.ceremonies.beginSigning(ask, allow, "ada", page);
    const foreign = softwarePasskey(page);
    await expect(
      test.ceremonies.prove(ask, allow, "ada", foreign.sign(challenge), page),
    ).rejects.toThrow(/not one of yours/);
  });

  it("is kept in a file that only its owner can read", async () => {
    using test = open();
    await added(test);
    expect(statSync(test.passkeys.path).mode & 0o777).toBe(0o600);
    expect(await test.passkeys.of("ada")).toMatchObject([{ name: "laptop", host: "localhost" }]);
  });
});

describe("a second passkey", () => {
  it("is let in by the signature of the first, which stays with it", async () => {
    using test = open();
    const first = await added(test);
    expect(first.addition.endorsing).toBeNull();
    const second = await added(test, "phone");
    expect(await test.passkeys.of("ada")).toHaveLength(1);
    const { id, endorsing } = second.addition;
    const kept = await test.ceremonies.endorse(id, first.key.sign(endorsing?.challenge ?? ""));
    expect(await test.passkeys.of("ada")).toHaveLength(2);
    if (kept.endorsement === undefined) throw new Error("Nothing stays with it.");
    expect(await proofProblem(kept.endorsement, endorsementOf(kept))).toMatchObject({
      problem: null,
    });
  });

  it("is not let in by its own signature", async () => {
    using test = open();
    await added(test);
    const { key, addition } = await added(test, "intruder");
    await expect(
      test.ceremonies.endorse(addition.id, key.sign(addition.endorsing?.challenge ?? "")),
    ).rejects.toThrow(/not one of yours/);
    expect(await test.passkeys.of("ada")).toHaveLength(1);
  });

  it("is let in by a recovery code, once", async () => {
    using test = open();
    await added(test);
    const [code = ""] = await test.passkeys.newRecoveryCodes("ada");
    const { addition } = await added(test, "new phone");
    await test.ceremonies.endorse(addition.id, { recoveryCode: code.toUpperCase() });
    expect(await test.passkeys.of("ada")).toHaveLength(2);
    expect(await test.passkeys.recoveryCodesLeft("ada")).toBe(7);
    const again = await added(test, "third");
    await expect(
      test.ceremonies.endorse(again.addition.id, { recoveryCode: code }),
    ).rejects.toThrow(/no such recovery code/);
  });
});
