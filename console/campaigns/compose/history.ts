/** What was written, step by step. `began` and `last`: when the last step began and when it was added to, in ms. */
export type History<Value> = {
  past: readonly Value[]
  now: Value
  future: readonly Value[]
  began: number
  last: number
}

export const stepsMax = 100
/** Typing without a pause is one step, but not for longer than a user wants to lose with one undo. */
const pauseMs = 600
const stepMs = 4000

export function begunWith<Value>(now: Value): History<Value> {
  return { past: [], now, future: [], began: 0, last: 0 }
}

/** @param isSmall whether `next` differs only in words or values, so that it may join the step before it. */
export function recorded<Value>(
  { past, now, began, last, future }: History<Value>,
  next: Value,
  { atMs, isSmall }: { atMs: number; isSmall: boolean },
): History<Value> {
  const joins = isSmall && future.length === 0 && atMs - last < pauseMs && atMs - began < stepMs
  if (joins) return { past, now: next, future, began, last: atMs }
  // What adds or moves something is a step of its own.
  const times = isSmall ? { began: atMs, last: atMs } : { began: 0, last: 0 }
  return { past: [...past, now].slice(-stepsMax), now: next, future: [], ...times }
}

export function undone<Value>(history: History<Value>): History<Value> {
  const { past, now, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { past: past.slice(0, -1), now: before, future: [now, ...future], began: 0, last: 0 }
}

export function redone<Value>(history: History<Value>): History<Value> {
  const { past, now, future } = history
  const [next, ...rest] = future
  if (next === undefined) return history
  return { past: [...past, now], now: next, future: rest, began: 0, last: 0 }
}
