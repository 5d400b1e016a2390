/** How many terminal cells a text takes. */
import stringWidth from "string-width";

export function cellWidth(text: string): number {
  return stringWidth(text);
}
