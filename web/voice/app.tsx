/**
 * Shows the part of the voice page for the current address, in this device's language and theme.
 */
import { useEffect } from "preact/hooks";
import { useOpenOnRequest, usePathname } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { AgentsView } from "./agents-view.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { Text, voiceMessages } from "./messages.ts";
import { QuestionView } from "./question-view.tsx";
import { QuestionsView } from "./questions-view.tsx";
import { type VoiceRoute, voiceRouteOf } from "./route.ts";
import { localeNow, settings } from "./settings.ts";

function Page({ route }: { route: VoiceRoute }) {
  switch (route.page) {
    case "questions":
      return <QuestionsView />;
    case "agents":
      return <AgentsView />;
    case "agent":
      return <ConversationView key={route.id} agentId={route.id} />;
    case "agent_question":
      return <QuestionView key={`agent ${route.id}`} place={{ agentId: route.id }} />;
    case "ask":
      return <QuestionView key={route.id} place={{ askId: route.id }} />;
  }
}

export function App() {
  const route = voiceRouteOf(usePathname());
  useOpenOnRequest();
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
      <Page route={route} />
    </Text.Provider>
  );
}
