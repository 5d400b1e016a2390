/**
 * Shows the part of the voice page for the current address, in this device's language and theme.
 */
import { useEffect } from "preact/hooks";
import { usePathname } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { AgentsView } from "./agents-view.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { Text, voiceMessages } from "./messages.ts";
import { voiceRouteOf } from "./route.ts";
import { localeNow, settings } from "./settings.ts";

export function App() {
  const route = voiceRouteOf(usePathname());
  const { theme, language } = useStore(settings);
  const locale = localeNow({ language });
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <Text.Provider value={voiceMessages(locale)}>
      {route.page === "agent" ? (
        <ConversationView key={route.id} agentId={route.id} />
      ) : (
        <AgentsView />
      )}
    </Text.Provider>
  );
}
