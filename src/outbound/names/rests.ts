/** Names that nobody answers for are left alone for a while. The oldest ones are forgotten first. */
export function createRests({ restMs, namesMax }: { restMs: number; namesMax: number }) {
  const until = new Map<string, number>()
  return {
    add: (name: string): void => {
      until.delete(name)
      until.set(name, performance.now() + restMs)
      const [oldest] = until.keys()
      if (until.size > namesMax && oldest !== undefined) until.delete(oldest)
    },
    rests: (name: string): boolean => {
      const ends = until.get(name)
      if (ends === undefined) return false
      if (ends > performance.now()) return true
      until.delete(name)
      return false
    },
  }
}
