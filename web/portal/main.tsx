/**
 * Starts the pages: the application, and the worker that keeps its shell for
 * when the server is away.
 */
import { render } from "preact";
import { keepKeyForWorker } from "../shared/push-key.ts";
import { App } from "./app.tsx";
import { tellPresence } from "./parts/presence.ts";
import "../styles/theme.css";
import "../styles/parts.css";
import "../marks/marks.css";
import "../styles/frame.css";
import "../styles/choice.css";
import "../styles/triage.css";
import "../styles/rows.css";
import "../styles/palette.css";
import "../styles/settings.css";

const root = document.getElementById("app");
if (root !== null) render(<App />, root);

tellPresence();
void keepKeyForWorker().catch(() => undefined);

// Without the worker everything still works, only not offline, so a browser that
// refuses it needs no message.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
