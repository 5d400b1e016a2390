/** Kept for older importers: the validation of requests moved to `askline/choice`. */
import { parseRequest as parse } from "./validation.ts";

/**
 * @deprecated Import `parseRequest` from `askline/choice`. This proxy goes
 * with the next major version.
 */
export const parseRequest = parse;
