/** Whether a key belongs to the field it is pressed in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return target.type !== "radio" && target.type !== "checkbox";
  return target.isContentEditable || target.matches("textarea, select");
}
