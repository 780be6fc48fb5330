/**
 * Organizations whose last piece was small and is recent. They rest, so that what strangers cause goes in few large pieces; the first
 * piece of an organization that does not rest goes at once.
 */
export function createRests(restMs: number, nowMs: () => number = () => performance.now()) {
  const untilMs = new Map<number, number>()
  const resting = () => {
    for (const [id, until] of untilMs) if (until <= nowMs()) untilMs.delete(id)
    return [...untilMs.keys()]
  }
  return {
    begin: (organizationId: number): void => void untilMs.set(organizationId, nowMs() + restMs),
    resting,
    /** Until the first of them has rested; null: none rests. */
    secondsToEnd: (): number | null =>
      resting().length === 0 ? null : (Math.min(...untilMs.values()) - nowMs()) / 1000,
  }
}
