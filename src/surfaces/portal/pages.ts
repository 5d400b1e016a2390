/** The addresses that the portal's one document serves; it reads its own address and loads that page. */

/** `/choice/<id>` and `/agents/<id>` besides. */
const PAGES: ReadonlySet<string> = new Set(["/", "/agents", "/history", "/figures", "/passkeys"]);

export function isPage(pathname: string): boolean {
  return PAGES.has(pathname) || /^\/(?:choice\/[0-9a-f-]+|agents\/\d+)$/i.test(pathname);
}
