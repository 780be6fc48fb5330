import { LRUCache } from 'lru-cache'

export type Answer = { status?: number; headers: Record<string, string>; body: string | Buffer }

const bytesMax = 16 * 1024 * 1024
const keptMs = 1000

/** Makes each answer at most once a second; concurrent requests share it. */
export function createRepeats(): (key: string, make: () => Promise<Answer | null>) => Promise<Answer | null> {
  const made = new LRUCache<string, { answer: Answer | null }>({
    maxSize: bytesMax,
    sizeCalculation: ({ answer }) => 1000 + (answer?.body.length ?? 0),
    ttl: keptMs,
  })
  const making = new Map<string, Promise<Answer | null>>()
  return async (key, make) => {
    const kept = made.get(key)
    if (kept !== undefined) return kept.answer
    const work = making.get(key) ?? make()
    if (making.has(key)) return work
    making.set(key, work)
    try {
      const answer = await work
      made.set(key, { answer })
      return answer
    } finally {
      making.delete(key)
    }
  }
}
