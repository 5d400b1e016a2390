/** The rows a settings list is made of. */
import { useId } from "preact/hooks";

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  /** Each value with its word, in the order to show. */
  choices: Record<Value, string>;
  onChange(value: Value): void;
}

export function Select<Value extends string>({ label, value, choices, onChange }: SelectProps<Value>) {
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)} // The options below are all there are.
      >
        {Object.entries<string>(choices).map(([choice, word]) => (
          <option key={choice} value={choice}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
  hint?: string | undefined;
}

export function Switch({ label, isOn, onChange, isDisabled = false, hint }: SwitchProps) {
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>
        {label}
        {hint !== undefined && <span class="muted"> ({hint})</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        class="switch"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
