/** What has been so for a moment: a question is there before its ask, and a field must not blink. */
import { useEffect, useState } from "preact/hooks";

const LASTS_MS = 1_000;

/** False at once; true only after it stayed true. */
export function useLasting(is: boolean): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    setLasted(false);
    if (!is) return;
    const timer = setTimeout(() => setLasted(true), LASTS_MS);
    return () => clearTimeout(timer);
  }, [is]);
  return is && hasLasted;
}
