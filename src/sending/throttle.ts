/** How many messages are marked at once under a speed limit: what it lets out in this time. */
const burstSeconds = 5

/** @param speed messages an hour; 0: no limit. @returns 1 to `batchMax`. */
export function batchSize(speed: number, batchMax: number): number {
  if (speed === 0) return batchMax
  return Math.min(batchMax, Math.max(1, Math.floor((speed * burstSeconds) / 3600)))
}
