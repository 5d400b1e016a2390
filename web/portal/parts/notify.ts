/**
 * Notices for a person who is looking elsewhere. Each is given once per ask, and
 * only if they were turned on.
 */
import { choicePath, goTo } from "../../shared/route.ts";
import { choose, device, localeNow } from "./device.ts";
import { messages } from "./messages.ts";

export type Notice = "new" | "soon" | "expired" | "unused" | `reminder-${number}`;

export const notify = onceForEach(showTogether);

function onceForEach(
  tell: typeof showTogether,
): (notice: Notice, askId: string, title: string, body: string) => void {
  const given = new Set<string>();
  return (notice, askId, title, body) => {
    const tag = `askline-${notice}-${askId}`;
    if (!canNotify() || isLookedAt() || given.has(tag)) return;
    given.add(tag);
    tell(tag, askId, title, body);
  };
}

const TOGETHER_MS = 300;
const MOST_ALONE = 5;
let together: Parameters<typeof show>[] = [];

/** What comes all at once is one notice that says how many there are. */
function showTogether(...notice: Parameters<typeof show>) {
  if (together.length === 0) setTimeout(showAll, TOGETHER_MS);
  together.push(notice);
}

function showAll() {
  const notices = together;
  together = [];
  if (notices.length <= MOST_ALONE) for (const notice of notices) show(...notice);
  else {
    const words = messages(localeNow(device.get())).notice;
    const bodies = notices.slice(0, MOST_NAMED).map(([, , , body]) => body);
    show("askline-several", null, words.several(notices.length), bodies.join("\n"));
  }
}

const MOST_NAMED = 3;

function show(tag: string, askId: string | null, title: string, body: string) {
  const path = askId === null ? "/" : choicePath(askId);
  try {
    const notification = new Notification(title, { body, tag, icon: "/icon-192.png" });
    notification.onclick = () => {
      window.focus();
      goTo(path);
      notification.close();
    };
  } catch {
    // On phones only the worker may show a notice; its click comes back as a message.
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(title, { body, tag, icon: "/icon-192.png", data: { path } }),
    );
  }
}

export function notificationsAreOn(notifications: boolean): boolean {
  return notifications && "Notification" in window && Notification.permission === "granted";
}

/**
 * Called by a click, the only moment when a browser may be asked. Returns whether notices are on
 * now. A browser that refuses speaks for itself alone: the setting stays as it is for the others.
 */
export async function turnOnNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  const isGranted = (await Notification.requestPermission()) === "granted";
  if (isGranted) choose({ notifications: true });
  return isGranted;
}

function canNotify(): boolean {
  return notificationsAreOn(device.get().notifications);
}

function isLookedAt(): boolean {
  return !document.hidden && document.hasFocus();
}
