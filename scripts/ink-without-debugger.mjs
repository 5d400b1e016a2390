// What the build puts in the place of Ink's link to its debugger: a variable DEV=true in somebody's environment would
// otherwise make Ink look for programs that nobody has.
export const isDev = () => false;
