/** Kept for importers of old: the request's validation moved to `askline/choice`. */
import type { ParsedRequest } from "../choice.js";

/** @deprecated Import `parseRequest` from `askline/choice`. This proxy goes with the next major version. */
export const parseRequest: (input: unknown) => ParsedRequest;
