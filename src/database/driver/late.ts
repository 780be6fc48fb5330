import type { Scopes } from './nest.ts'
import type { Scoped } from './scope.ts'
import { executeOf, statementsOf, type Execute } from './statement/sql.ts'

type WithReading = { reading: Scopes }

/**
 * For work that first reads or prepares, and later writes in a transaction that others share. Until the first `begin`,
 * it holds no connection and may only read.
 */
export function late(database: WithReading, begin: () => Promise<Scopes>): Scopes {
  let begun: Promise<Scopes> | undefined
  const scoped = (choose: (scopes: Scopes) => Scoped): Scoped => {
    const before = choose(database.reading)
    const execute: Execute = async (statement) =>
      executeOf(begun === undefined ? before : choose(await begun))(statement)
    const opened = async () => choose(await (begun ??= begin()))
    const beginLate: Scoped['begin'] = async <Result>(...args: unknown[]) => {
      const [work] = args
      if (typeof work !== 'function') {
        throw new TypeError('A transaction inside of another has no mode of its own.')
      }
      const scope = await opened()
      return scope.begin(work as Parameters<Scoped['read']>[0]) as Result
    }
    const beginUntil: Scoped['beginUntil'] = async (signal, work, mode) => {
      const scope = await opened()
      return scope.beginUntil(signal, work, mode)
    }
    const read: Scoped['read'] = async (work) => (begun === undefined ? before : await opened()).read(work)
    return Object.assign(statementsOf(execute), { begin: beginLate, beginUntil, read })
  }
  return {
    within: (organizationId, limits) => scoped((scopes) => scopes.within(organizationId, limits)),
    everywhere: () => scoped((scopes) => scopes.everywhere()),
  }
}
