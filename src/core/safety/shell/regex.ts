/** Regular expressions that are longer than a line. */

/**
 * Reads a template as one expression: line ends and the spaces that indent a line do not count,
 * and what is filled in is part of the expression.
 */
export function regex(flags = ""): (lines: TemplateStringsArray, ...parts: string[]) => RegExp {
  return (lines, ...parts) => new RegExp(String.raw(lines, ...parts).replace(/\n\s*/g, ""), flags);
}
