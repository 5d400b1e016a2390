/** Words that a person uses often and keeps: used, added and removed here, and the same everywhere. */
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { Icon } from "../../shared/icons.tsx";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import type { Saver } from "../settings/saver.ts";
import { useMenu } from "./use-menu.ts";

interface QuickRepliesProps {
  replies: readonly string[];
  /** What is typed now, which can be kept. */
  words: string;
  onUse(reply: string): void;
  onSave: Saver["save"];
}

export function QuickReplies({ replies, words, onUse, onSave }: QuickRepliesProps) {
  const say = paneWords(useText().locale).words;
  const { place, isOpen, toggle, close } = useMenu();
  const kept = words.trim();
  const canKeep = kept !== "" && !replies.includes(kept) && kept.length <= LONGEST;
  return (
    <div class="menu-place" ref={place}>
      <button
        type="button"
        class="icon small"
        aria-label={say.quick}
        title={say.quick}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name="replies" />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame in a list
        <div class="menu above" role="group" aria-label={say.quick}>
          {replies.map((reply) => (
            <div class="menu-row" key={reply}>
              <button
                type="button"
                class="grow cut"
                onClick={() => {
                  close();
                  onUse(reply);
                }}
              >
                <bdi>{safeLine(reply)}</bdi>
              </button>
              <button
                type="button"
                class="icon small"
                aria-label={say.forget(safeLine(reply))}
                onClick={() =>
                  void onSave(({ quickReplies = [] }) => ({
                    quickReplies: quickReplies.filter((one) => one !== reply),
                  }))
                }
              >
                <Icon name="close" />
              </button>
            </div>
          ))}
          {replies.length === 0 && kept === "" && <p class="muted">{say.none}</p>}
          {canKeep && (
            <button
              type="button"
              onClick={() =>
                void onSave(({ quickReplies = [] }) => ({
                  quickReplies: [...quickReplies, kept].slice(-MOST),
                }))
              }
            >
              {say.keepThis}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

// As in desk/interaction.ts.
const MOST = 20;
const LONGEST = 500;
