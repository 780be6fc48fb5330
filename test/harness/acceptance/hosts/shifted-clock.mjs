/**
 * Moves the clock of this thread by so many seconds. The monotonic clock and timers stay right, as on a machine that does not
 * synchronize its clock. @returns moves it back
 */
export function shiftClock(seconds) {
  const right = globalThis.Date
  const now = () => right.now() + seconds * 1000
  globalThis.Date = new Proxy(right, {
    apply: () => new right(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
  return () => {
    globalThis.Date = right
  }
}

// `node --import` loads it into all threads of a process.
if (process.env.CLOCK_SHIFT_SECONDS !== undefined) shiftClock(Number(process.env.CLOCK_SHIFT_SECONDS))
