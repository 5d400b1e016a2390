/**
 * Makes property tests try the same cases in every short run, so that a failure is due to the
 * change alone; the long rounds try new ones.
 */
import fc from "fast-check";

if (!process.env["ASKLINE_SOAK"]) fc.configureGlobal({ seed: 20_261_115, endOnFailure: true });
