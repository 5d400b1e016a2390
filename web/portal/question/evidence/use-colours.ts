/** The colours of a text, once they have loaded. */
import { useEffect, useState } from "preact/hooks";
import { coloured, type Token } from "./tokens.ts";

export function useColours(code: string, language: string): Token[][] | null {
  const [found, setFound] = useState<{ of: string; lines: Token[][] | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void coloured(code, language).then((lines) => isWanted && setFound({ of: code, lines }));
    return () => {
      isWanted = false;
    };
  }, [code, language]);
  return found !== null && found.of === code ? found.lines : null;
}
