/** One after the other, in order. */
export type Ahead<Read> = {
  /** null: none is left. */
  next: () => Promise<Read | null>
  /** When nothing is being read any more. */
  end: () => Promise<void>
}

/**
 * Reads the next range while the database has those before it. Otherwise the thread idles while all lanes wait for the
 * database, and the database while the thread reads.
 */
export function readAhead<Read>(read: () => Promise<Read | null>): Ahead<Read> {
  let last: Promise<Read | null> | null = null
  return {
    next: () => {
      const mine = last ?? read()
      last = mine.then((one) => (one === null ? null : read()))
      // The call of `next` that takes it gets the error. Without such a call, the rejection must not be unhandled.
      last.catch(() => {})
      return mine
    },
    end: async () => {
      await last?.catch(() => {})
    },
  }
}
