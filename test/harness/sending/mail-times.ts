import type { Decide } from '../smtp/sink.ts'

/** The times at which messages began (MAIL), after which they cannot be recalled. */
export function createMailTimes() {
  const times: number[] = []
  const decide: Decide = (stage) => {
    if (stage === 'mail') times.push(performance.now())
    return null
  }
  return {
    decide,
    count: () => times.length,
    after: (ms: number) => times.filter((time) => time > ms).length,
  }
}
