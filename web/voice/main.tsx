/**
 * Starts the voice page: the application, and the worker that keeps its shell
 * for when the hub is away.
 */
import { render } from "preact";
import { App } from "./app.tsx";
import { followLeftovers } from "./leftovers.ts";
import { loadWords } from "./messages.ts";
import { loadTheOthers } from "./pages.ts";
import { localeNow, settings } from "./settings.ts";
import "../styles/theme.css";
import "../styles/parts.css";
import "../marks/marks.css";
import "../styles/voice.css";
import "../styles/voice-list.css";
import "../styles/voice-question.css";

const root = document.getElementById("app");
void begin();

async function begin() {
  await loadWords(localeNow(settings.get()));
  if (root !== null) render(<App />, root);
  followLeftovers();
  loadTheOthers();
}

// Without the worker everything still works, only not offline, so a browser that
// refuses it needs no message.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
