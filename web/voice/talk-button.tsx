/** The big button. With a keyboard it is a switch; a finger may hold it too. */
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
  /** Pointers were heard when they went down; what comes without one is a key, or a screen reader. */
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
