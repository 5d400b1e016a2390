/** Search and order of the list, in the bar above it. The order is the phone's own picker. */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icons.tsx";
import { useStore } from "../shared/store.ts";
import { listQuery, look, ORDERS, type Order } from "./list-query.ts";
import { useText } from "./messages.ts";

interface ListToolsProps {
  isFinding: boolean;
  onFind(): void;
}

export function ListTools({ isFinding, onFind }: ListToolsProps) {
  const text = useText();
  const { order } = useStore(listQuery);
  return (
    <>
      <button
        type="button"
        class="icon"
        aria-label={text.find}
        aria-expanded={isFinding}
        onClick={() => {
          if (isFinding) look({ words: "" });
          onFind();
        }}
      >
        <Icon name="search" />
      </button>
      <span class="icon order">
        <Icon name="list" />
        <select
          aria-label={text.order}
          value={order}
          onChange={({ currentTarget }) => look({ order: currentTarget.value as Order })}
        >
          {ORDERS.map((one) => (
            <option key={one} value={one}>
              {text.orders[one]}
            </option>
          ))}
        </select>
      </span>
    </>
  );
}

export function FindField({ onClose }: { onClose(): void }) {
  const text = useText();
  const { words } = useStore(listQuery);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (listQuery.get().words === "") field.current?.focus();
  }, []);
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        enterkeyhint="search"
        dir="auto"
        maxLength={LONGEST}
        aria-label={text.find}
        placeholder={text.find}
        value={words}
        onInput={({ currentTarget }) => look({ words: currentTarget.value })}
        onKeyDown={({ key, isComposing }) => {
          if (key !== "Escape" || isComposing) return;
          look({ words: "" });
          onClose();
        }}
      />
    </search>
  );
}

// The hub's limit.
const LONGEST = 200;
