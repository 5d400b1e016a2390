/** The voice page's beginning: the application, and the worker that keeps its shell for when the hub is away. */
import { render } from "preact";
import { App } from "./app.tsx";
import "../styles/theme.css";
import "../styles/parts.css";
import "../styles/settings.css";
import "../styles/voice.css";

const root = document.getElementById("app");
if (root !== null) render(<App />, root);

// Without it everything still works, only not offline; a browser that refuses one needs no word about it.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
