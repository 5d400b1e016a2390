/**
 * A field that grows with its text. Enter makes a new line, so that nothing is sent by accident.
 */
interface TextFieldProps {
  id: string;
  label: string;
  value: string;
  onType(text: string): void;
  isLabelSeen?: boolean;
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  isFocused?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export function TextField({
  id,
  label,
  value,
  onType,
  isLabelSeen = true,
  ...more
}: TextFieldProps) {
  const { placeholder, describedBy, isInvalid = false, isFocused = false, onKeyDown } = more;
  return (
    <div class="field">
      <label for={id} class={isLabelSeen ? "" : "unseen"}>
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={LONGEST}
        value={value}
        placeholder={placeholder ?? ""}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onInput={(event) => onType(event.currentTarget.value)}
        {...(onKeyDown === undefined ? {} : { onKeyDown })}
        ref={isFocused ? focusOnce : null}
      />
    </div>
  );
}

// Longer than any answer needs, and within the server's limit for one request.
const LONGEST = 100_000;

function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus();
}
