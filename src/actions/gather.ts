import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { codeOf, sqlState } from '../database/sqlstate.ts'

export type Gathered<Item, Result> = (items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Of callers that continue in one turn of the event loop. Each writes an answer, so fifty at once would delay all other
 * callers by ten milliseconds, most of all those of the API, whose calls take four turns each.
 */
const answersPerTurn = 4

/**
 * Group commit: items that arrive while a transaction of their key is in progress wait without a connection and share
 * the next one. @param work gets items of one key. @param everyMs between the beginnings of two transactions of a key, at
 * least: an item that comes alone does not wait. @returns a result for each, in this order.
 */
export function createGatherer<Item, Result>(
  work: Gathered<Item, Result>,
  { everyMs = 0, itemsMax = 500 } = {},
) {
  const keys = new Map<string, Waiting<Item, Result>[]>()

  const runAll = async (key: string, waiting: Waiting<Item, Result>[]) => {
    for (;;) {
      const batch = waiting.splice(0, itemsMax)
      const [first, ...others] = batch.map(({ item }) => item)
      if (first === undefined) break
      const restUntilMs = performance.now() + everyMs
      try {
        const results = await work([first, ...others])
        // Not awaited: the next transaction does not wait for the answers to this one.
        void answer(batch, results)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      const restMs = restUntilMs - performance.now()
      if (everyMs > 0 && restMs > 0) await pause(restMs)
    }
    keys.delete(key)
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = keys.get(key)
      const one = { item, resolve, reject }
      if (waiting !== undefined) return void waiting.push(one)
      const started = [one]
      keys.set(key, started)
      void runAll(key, started)
    })
}

async function answer<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  results: readonly Result[],
): Promise<void> {
  for (const [place, { resolve }] of batch.entries()) {
    if (place > 0 && place % answersPerTurn === 0) await turn()
    resolve(results[place] as Result)
  }
}

/**
 * Data exceptions, breaches of a constraint, a key that another transaction holds: the database has undone everything, and
 * most calls are without fault.
 */
export function mayBeOfOneCall(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^2[23]/.test(code) || code === sqlState.lockNotAvailable
}
