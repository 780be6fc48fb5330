import type { Decide } from '../smtp/sink.ts'

/** When messages were begun (MAIL): from then on nobody calls them back. */
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
