/** Addresses of databases: which there are, and how they are shown. */

/** What the setting takes. */
export const DATABASE_ADDRESS = /^(?:postgres(?:ql)?:\/\/\S+|sqlite:(?:\/\/)?\/\S.*)?$/i;

/** For people to read: a password in it is never shown. */
export function withoutPassword(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/[^/:@?]*):.*@/i, "$1:***@")
    .replace(/([?&](?:ssl)?password=)[^&]*/gi, "$1***");
}

/** The file of an `sqlite:` address; null for any other. */
export function sqlitePath(url: string): string | null {
  return /^sqlite:/i.test(url) ? url.replace(/^sqlite:(?:\/\/)?/i, "") : null;
}
