/** A field that grows with what is typed. Enter makes a new line; sending is never by accident. */
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

export function TextField({ id, label, value, onType, isLabelSeen = true, ...more }: TextFieldProps) {
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

// More than any answer needs, and within what the server takes at once.
const LONGEST = 100_000;

function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus();
}
