/**
 * What every test file runs with, so that a failure is due to the change alone. Property tests try
 * the same cases in every short run; the long rounds try new ones. `askline hook` gives a busy hub
 * more time: this process's environment is that of every program the tests start.
 */
import fc from "fast-check";

if (!process.env["ASKLINE_SOAK"]) fc.configureGlobal({ seed: 20_261_115, endOnFailure: true });
process.env["ASKLINE_HOOK_PATIENCE"] ??= "20";
