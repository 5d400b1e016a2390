// Loaded into a process before its program: its clock and its timers run at another rate than this machine's, so that a
// test crosses a limit soon, or surely stays within it however busy the machine is.
const rate = Number(process.env.TEST_CLOCK_RATE);
const Real = Date;
const began = Real.now();
const now = () => began + (Real.now() - began) * rate;

globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }
};

for (const name of ["setTimeout", "setInterval"]) {
  const start = globalThis[name];
  const atOurRate = (run, milliseconds, ...given) => start(run, milliseconds / rate, ...given);
  Object.defineProperties(atOurRate, Object.getOwnPropertyDescriptors(start));
  globalThis[name] = atOurRate;
}
