/** The place of the question. Its script is loaded once the list is there. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useText } from "../parts/messages.ts";
import type { PaneHostProps } from "./pane-host.tsx";

export type { Intent } from "./pane-host.tsx";

let loaded: ComponentType<PaneHostProps> | undefined;

export function PaneSlot(props: PaneHostProps) {
  const text = useText();
  const [Host, setHost] = useState(() => loaded);
  useEffect(() => {
    if (loaded !== undefined) return;
    import("./pane-host.tsx").then(
      ({ PaneHost }) => {
        loaded = PaneHost;
        setHost(() => PaneHost);
      },
      () => undefined,
    );
  }, []);
  if (Host === undefined) return <p class="muted late">{text.loading}</p>;
  return <Host {...props} />;
}
