/** How many questions are open, as far as this page has heard: null until the list was read once. */
import { createStore } from "../../shared/store.ts";

export const counts = createStore<{ open: number | null }>({ open: null });
