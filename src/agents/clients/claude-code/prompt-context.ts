/** The reply to a UserPromptSubmit hook that puts a text beside the prompt, for the model to read. */
export function promptContext(text: string): Record<string, unknown> {
  return {
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: text },
  };
}
