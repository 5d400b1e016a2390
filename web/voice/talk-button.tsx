/** The big button. A key toggles it; a finger may also hold it. */
import { Microphone, PaperPlane } from "./icons.tsx";
import { useText } from "./messages.ts";
import type { Talk } from "./talk.ts";

export function TalkButton({ talk }: { talk: Talk }) {
  const text = useText();
  function press(event: PointerEvent & { currentTarget: HTMLElement }) {
    if (event.button !== 0) return;
    // A finger that slides off the button still holds it.
    event.currentTarget.setPointerCapture(event.pointerId);
    talk.press();
  }
  /** A pointer was handled when it went down. A click without one is a key or a screen reader. */
  function click({ detail }: MouseEvent) {
    if (detail !== 0) return;
    if (talk.isListening) talk.finish();
    else talk.start();
  }
  return (
    <button
      type="button"
      class="talk"
      aria-pressed={talk.isListening}
      aria-label={talk.isListening ? text.stopTalking : text.talk}
      title={text.talkHint}
      onPointerDown={press}
      onPointerUp={talk.release}
      onPointerCancel={talk.cancel}
      onContextMenu={(event) => event.preventDefault()}
      onClick={click}
    >
      {talk.isListening ? <PaperPlane /> : <Microphone />}
    </button>
  );
}
