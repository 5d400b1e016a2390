/** The rows of a settings list. */
import { useId } from "preact/hooks";

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  /** Each value with its label, in display order. */
  choices: Record<Value, string>;
  onChange(value: Value): void;
}

export function Select<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        // Only the options below can be selected.
        onChange={(event) => onChange(event.currentTarget.value as Value)}
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
