/** Who else has this question before their eyes, so that two do not answer it unawares. */
import type { Looker } from "../../../src/surfaces/portal/wire.ts";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";

const FACES = 3;

export function LookingToo({ people }: { people: readonly Looker[] }) {
  const say = paneWords(useText().locale).looking;
  const words =
    people.length === 0 ? "" : say.are(people.map(({ name, isYou }) => (isYou ? say.you : name)));
  return (
    <span class="looking" aria-live="polite" title={words}>
      {people.slice(0, FACES).map(({ name }) => (
        <span key={name} class="face" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      ))}
      <span class="looking-words">
        <bdi>{words}</bdi>
      </span>
    </span>
  );
}
