/** Which of our two languages a person reads. */

export type Locale = "en" | "ko";

/**
 * The first name that contains a language decides, as in `LC_ALL`, `LC_MESSAGES`,
 * `LANG` or a browser's list.
 */
export function localeFrom(...names: (string | undefined)[]): Locale {
  const name = names.find(
    (candidate) => candidate !== undefined && candidate !== "" && candidate !== "auto",
  );
  return name?.toLowerCase().startsWith("ko") ? "ko" : "en";
}
