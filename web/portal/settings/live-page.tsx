/**
 * For pages that show no open questions: the gear with the settings that are saved now, whether
 * changes arrive, and a call whenever something was decided or its effect became known.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Interaction } from "../../../src/desk/interaction.ts";
import { counts } from "../parts/counts.ts";
import { follow } from "../parts/device.ts";
import { type Connection, followLive } from "../parts/live.ts";
import { useText } from "../parts/messages.ts";
import { createSaver } from "./saver.ts";
import { Settings } from "./settings.tsx";

// Several decisions of one moment are one reason to look.
const SOON_MS = 400;

export function useLivePage(onDecision: () => void) {
  const { locale } = useText();
  const [saved, setSaved] = useState<Interaction | null>(null);
  const [connection, setConnection] = useState<Connection>("connecting");
  const latest = useRef({ saved, onDecision });
  latest.current = { saved, onDecision };
  const [saver] = useState(() =>
    createSaver({
      latest: () => latest.current.saved ?? undefined,
      show: setSaved,
      onSaved: setSaved,
      onFailed: () => undefined,
    }),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let revision = -1;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onDecision(), SOON_MS);
    };
    const live = followLive({
      rows: locale,
      onConnection: setConnection,
      onMessage(message) {
        if (message.type === "settings") {
          follow(message.saved);
          if (!saver.isBusy()) setSaved(message.saved);
        } else if (message.type === "hello") {
          counts.set({ open: message.open });
          // Something may have been decided while the connection was away.
          if (revision !== -1 && message.revision !== revision) soon();
          revision = message.revision;
        } else if (message.type === "row" || message.type === "row_gone") {
          counts.set({ open: message.open });
          revision = message.revision;
          if (message.type === "row_gone") soon();
        }
      },
    });
    return () => {
      clearTimeout(timer);
      live.close();
    };
  }, [locale, saver]);
  return {
    isLive: connection !== "away",
    aside: saved !== null && <Settings saved={saved} onSave={saver.save} />,
  };
}
