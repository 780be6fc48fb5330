import pLimit from 'p-limit'

/** Whose names are looked up: an organization, or the server itself. */
export type Asker = number | 'server'

type Turns = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>

/** What one asker waits for delays no other, until so many askers wait that all places are taken. */
export function createTurns({ perAsker, inAll }: { perAsker: number; inAll: number }): Turns {
  const all = pLimit(inAll)
  const own = new Map<Asker, { limit: ReturnType<typeof pLimit>; users: number }>()
  return async (asker, work) => {
    const turn = own.get(asker) ?? { limit: pLimit(perAsker), users: 0 }
    own.set(asker, turn)
    turn.users += 1
    try {
      return await turn.limit(() => all(work))
    } finally {
      turn.users -= 1
      if (turn.users === 0) own.delete(asker)
    }
  }
}
