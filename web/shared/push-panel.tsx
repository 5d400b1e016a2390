/** The part of a page's settings that is about push. What it shows is loaded when it is looked at. */
import { useEffect, useState } from "preact/hooks";
import type { Locale } from "../../src/core/locale.ts";
import type { PushView } from "./push-view.tsx";

export interface PushPanelProps {
  page: "portal" | "voice";
  locale: Locale;
}

export function PushPanel(props: PushPanelProps) {
  const [loaded, setLoaded] = useState<{ View: typeof PushView }>();
  useEffect(() => {
    // Without it the rest of the settings still works.
    void import("./push-view.tsx").then(
      (module) => setLoaded({ View: module.PushView }),
      () => undefined,
    );
  }, []);
  return loaded === undefined ? null : <loaded.View {...props} />;
}
