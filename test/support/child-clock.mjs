// Loaded into a process before its program: changes the rate of its clock and timers, so that a
// test crosses a limit soon, or surely stays within it even on a busy machine.
const rate = Number(process.env.TEST_CLOCK_RATE);
const Real = Date;
const began = Real.now();
const realSteady = performance.now.bind(performance);
const steady = () => realSteady() * rate;
let jumped = Number(process.env.TEST_CLOCK_AHEAD ?? 0);
const now = () => began + (Real.now() - began) * rate + jumped;

performance.now = steady;

// As somebody who sets the clock, while what counts the time since the start goes on.
if (process.env.TEST_CLOCK_JUMP !== undefined) {
  process.on("SIGUSR2", () => {
    jumped += Number(process.env.TEST_CLOCK_JUMP);
    process.stderr.write("The clock was set.\n");
  });
}

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
