/**
 * Notices for a person who is looking elsewhere. Each is given once per ask, and
 * only if they were turned on.
 */
import { choicePath, goTo } from "../../shared/route.ts";
import { choose, device } from "./device.ts";

export type Notice = "new" | "soon" | "expired" | "unused" | `reminder-${number}`;

export const notify = onceForEach(show);

function onceForEach(
  tell: typeof show,
): (notice: Notice, askId: string, title: string, body: string) => void {
  const given = new Set<string>();
  return (notice, askId, title, body) => {
    const tag = `askline-${notice}-${askId}`;
    if (!canNotify() || isLookedAt() || given.has(tag)) return;
    given.add(tag);
    tell(tag, askId, title, body);
  };
}

function show(tag: string, askId: string, title: string, body: string) {
  const path = choicePath(askId);
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
 * Called by a click, the only moment when a browser may be asked. Returns
 * whether notices are on now.
 */
export async function turnOnNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  const isGranted = (await Notification.requestPermission()) === "granted";
  choose({ notifications: isGranted });
  return isGranted;
}

function canNotify(): boolean {
  return notificationsAreOn(device.get().notifications);
}

function isLookedAt(): boolean {
  return !document.hidden && document.hasFocus();
}
