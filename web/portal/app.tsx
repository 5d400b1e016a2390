/** Shows the page for the current address, in the person's language and theme. */
import { useEffect } from "preact/hooks";
import type { Locale } from "../../src/core/locale.ts";
import { goTo, useRoute } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { DashboardView } from "./dashboard/dashboard-view.tsx";
import { device, localeNow } from "./parts/device.ts";
import { messages, Text } from "./parts/messages.ts";
import { PasskeysView } from "./passkeys/passkeys-view.tsx";
import { ChoiceView } from "./question/choice-view.tsx";

export function App() {
  const route = useRoute();
  const { theme, language, serverLocale } = useStore(device);
  const locale: Locale = localeNow({ language, serverLocale });
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  useOpenOnRequest();
  return (
    <Text.Provider value={messages(locale)}>
      {route.page === "choice" && <ChoiceView key={route.id} id={route.id} />}
      {route.page === "passkeys" && <PasskeysView />}
      {route.page === "dashboard" && <DashboardView />}
    </Text.Provider>
  );
}

/** The service worker asks an open page to show a question, which saves a second tab. */
function useOpenOnRequest() {
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data.type === "open" && data.path !== undefined) goTo(data.path);
    };
    navigator.serviceWorker?.addEventListener("message", open);
    return () => navigator.serviceWorker?.removeEventListener("message", open);
  }, []);
}
