/**
 * What a message may cost. All but the time are counted, so that a message that the check has composed is composed again by a
 * sender that is busy; the time only stops what the counts do not see.
 */
export const limits = {
  sourceLength: 1_000_000,
  /** Of all parts of the message, captured text included. */
  outputLength: 1_000_000,
  /** Turns of all loops together. */
  turns: 20_000,
  /** Characters and items that filters and ranges make. */
  memory: 2_000_000,
  timeMs: 5_000,
}
