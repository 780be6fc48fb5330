import { everywhere, scopeSetting, within, type Limits, type Scoped } from './scope.ts'
import { executeOf, statementsOf, type Execute } from './statement/sql.ts'
import type { Transaction } from './transaction.ts'

export type Scopes = {
  /** @param limits of the caller. Default: none. */
  within: (organizationId: number, limits?: Limits | null) => Scoped
  everywhere: () => Scoped
}

/**
 * All scopes inside one transaction, in which `begin` is a savepoint. A change of scope is sent with the next
 * statement. `begin` calls can be nested, but not run in parallel. After this call do not use `transaction` itself.
 */
export function nest(transaction: Transaction, organizationId?: number): Scopes {
  const execute = executeOf(transaction)
  let current: string | null = organizationId === undefined ? null : within(organizationId)
  const runIn =
    (scope: string): Execute =>
    (statement) => {
      if (current !== scope) {
        current = scope
        // If it fails, so does everything that follows.
        transaction.unsafe(`set local ${scopeSetting} = '${scope}'`).catch(() => {})
      }
      return execute(statement)
    }
  const scoped = (scope: string): Scoped => {
    const savepoint: Transaction['savepoint'] = async (work) => {
      try {
        return await transaction.savepoint(() => work(inner))
      } catch (error) {
        // Rolling back to the savepoint also undid the later scopes.
        current = null
        throw error
      }
    }
    const last = statementsOf(runIn(scope))
    const inner: Transaction = Object.assign(statementsOf(runIn(scope)), { savepoint, last })
    const begin: Scoped['begin'] = (...args: unknown[]) => {
      const [work] = args
      if (typeof work !== 'function')
        throw new TypeError('A transaction inside of another has no mode of its own.')
      return savepoint(work as Parameters<typeof savepoint>[0])
    }
    const beginUntil: Scoped['beginUntil'] = (signal, work) => {
      signal.throwIfAborted()
      return savepoint(work)
    }
    return Object.assign(inner, { begin, beginUntil, read: begin })
  }
  return {
    within: (organizationId, limits) => scoped(within(organizationId, limits)),
    everywhere: () => scoped(everywhere),
  }
}
