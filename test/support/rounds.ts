/** How often a test tries something at random: a little in `npm test`, long in `npm run soak`. */
export function rounds(usual: number, soak: number): number {
  return process.env["ASKLINE_SOAK"] ? soak : usual;
}
