/**
 * What every test file runs with, so that a failure is due to the change alone. Property tests try
 * the same cases in every short run; the long rounds try new ones. `askline hook` gives a busy hub
 * more time: this process's environment is that of every program the tests start, and so is made
 * plain. An agent that runs the tests leaves no mark on them, or it could not answer in them. Node 20 reads a machine's
 * own certificates at each start, which costs more than the start itself; only npm needs them. The
 * tests of the core run behind a guard.
 */
import fc from "fast-check";
import { expect } from "vitest";
import { AGENT_MARKS } from "../../src/store/agent-behind.ts";
import { guardTheCore } from "./guarded-core.ts";
import { KEPT_CERTIFICATES } from "./npm.ts";
import { makeEnvironmentPlain } from "./plain-environment.ts";

if (!process.env["ASKLINE_SOAK"]) fc.configureGlobal({ seed: 20_261_115, endOnFailure: true });
makeEnvironmentPlain(process.env);
process.env["ASKLINE_HOOK_PATIENCE"] ??= "20";
for (const mark of Object.keys(AGENT_MARKS)) delete process.env[mark];
process.env[KEPT_CERTIFICATES] ??= process.env["NODE_EXTRA_CA_CERTS"] ?? "";
delete process.env["NODE_EXTRA_CA_CERTS"];
// A hub of the tests must not find the daemon of a Codex that runs on this machine.
process.env["CODEX_HOME"] = "/nonexistent/codex";
guardTheCore(expect.getState().testPath ?? "");
