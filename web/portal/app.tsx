/** Shows the page for the current address, in the person's language and theme. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Locale } from "../../src/core/locale.ts";
import { useOpenOnRequest, usePathname } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { type PageEntry, pageFor } from "./pages.ts";
import { device, localeNow } from "./parts/device.ts";
import { frameWords } from "./parts/frame-words.ts";
import { messages, Text, useText } from "./parts/messages.ts";

export function App() {
  const { page, id } = pageFor(usePathname());
  const { theme, language, serverLocale } = useStore(device);
  const locale: Locale = localeNow({ language, serverLocale });
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  useOpenOnRequest();
  const View = useLoaded(page);
  return (
    <Text.Provider value={messages(locale)}>
      {View === "failed" && <NotLoaded />}
      {View !== null && View !== "failed" && <View key={id} id={id} />}
    </Text.Provider>
  );
}

type Loaded = ComponentType<{ id: string }>;

const loaded = new Map<PageEntry, Loaded>();

/** Null for as long as the page's own script is on its way. */
function useLoaded(page: PageEntry): Loaded | "failed" | null {
  const [failed, setFailed] = useState<PageEntry | null>(null);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loaded.has(page)) return;
    page.load().then(
      (view) => {
        loaded.set(page, view);
        setFailed(null);
        redraw((times) => times + 1);
      },
      () => setFailed(page),
    );
  }, [page]);
  return loaded.get(page) ?? (failed === page ? "failed" : null);
}

/** The hub is away, or a newer one no longer has this version's files. */
function NotLoaded() {
  const text = useText();
  const say = frameWords(text.locale);
  return (
    <main>
      <div role="alert" class="alert">
        <strong>{say.newVersion}</strong> {text.unreachable}{" "}
        <button type="button" class="small" onClick={() => location.reload()}>
          {say.reload}
        </button>
      </div>
    </main>
  );
}
