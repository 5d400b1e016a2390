/**
 * Shows the part of the voice page for the current address, in this device's language and theme.
 */
import { useEffect, useState } from "preact/hooks";
import type { Locale } from "../../src/core/locale.ts";
import { useOpenOnRequest, usePathname } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { loadWords, Text, useText, wordsIn } from "./messages.ts";
import { usePage } from "./pages.ts";
import { type Place, placeKey } from "./place.ts";
import { QuestionsView } from "./questions-view.tsx";
import { type VoiceRoute, voiceRouteOf } from "./route.ts";
import { localeNow, settings } from "./settings.ts";

function Page({ route }: { route: VoiceRoute }) {
  switch (route.page) {
    case "questions":
      return <QuestionsView />;
    case "agents":
      return <Agents />;
    case "agent":
      return <Conversation agentId={route.id} />;
    case "agent_question":
      return <Question place={{ agentId: route.id }} />;
    case "ask":
      return <Question place={{ askId: route.id }} />;
  }
}

function Agents() {
  const View = usePage("agents");
  return View === "failed" || View === null ? <Missing isFailed={View !== null} /> : <View />;
}

function Conversation({ agentId }: { agentId: number }) {
  const View = usePage("agent");
  if (View === "failed" || View === null) return <Missing isFailed={View !== null} />;
  return <View key={agentId} agentId={agentId} />;
}

function Question({ place }: { place: Place }) {
  const View = usePage("question");
  if (View === "failed" || View === null) return <Missing isFailed={View !== null} />;
  return <View key={placeKey(place)} place={place} />;
}

/** The hub is away, or a newer one no longer has this version's files. */
function Missing({ isFailed }: { isFailed: boolean }) {
  const text = useText();
  return (
    <main class="voice-middle">
      <p role="alert" class={isFailed ? "alert" : ""}>
        {isFailed && `${text.away} ${text.reconnecting}`}
      </p>
      {isFailed && (
        <button type="button" onClick={() => location.reload()}>
          {text.tryAgain}
        </button>
      )}
    </main>
  );
}

export function App() {
  const route = voiceRouteOf(usePathname());
  useOpenOnRequest();
  const { theme, language } = useStore(settings);
  const locale = localeNow({ language });
  const [, setLoaded] = useState<Locale>(locale);
  useEffect(() => {
    document.documentElement.lang = locale;
    void loadWords(locale).then(() => setLoaded(locale));
  }, [locale]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <Text.Provider value={wordsIn(locale)}>
      <Page route={route} />
    </Text.Provider>
  );
}
