import { everywhere, scopeSetting, within } from './scope.ts'
import type { Scoped } from './scope.ts'
import type { Statement } from './session.ts'
import { statementsOf } from './transaction.ts'
import type { Transaction } from './transaction.ts'

/** The ways to say whose rows: of one organization, or of all. */
export type Scopes = {
  within: (organizationId: number) => Scoped
  everywhere: () => Scoped
}

/**
 * All scopes inside of one transaction: for work that is written for the database itself and now must be committed
 * together with something else. A statement on its own runs in the transaction, and `begin` is a savepoint of it.
 *
 * Whose rows is said before a statement whenever the one before it said otherwise; it travels with the statement. Of
 * several `begin` one may run inside of another, but not beside it. From now on `transaction` itself is not to be used
 * any more: nobody would know in which scope.
 * @param organizationId whose rows the transaction is about so far
 */
export function nest(transaction: Transaction, organizationId?: number): Scopes {
  const execute = (transaction`` as Statement).handler
  // null: not known.
  let current: string | null = organizationId === undefined ? null : within(organizationId)
  const runIn = (scope: string) => (statement: Statement) => {
    if (current !== scope) {
      current = scope
      const said = transaction.unsafe(`set local ${scopeSetting} = '${scope}'`) as Statement
      execute(said)
      // The driver would execute it again when somebody listens. Its failure is that of everything that follows.
      said.handler = () => {}
      said.catch(() => {})
    }
    execute(statement)
  }
  const scoped = (scope: string): Scoped => {
    const savepoint: Transaction['savepoint'] = async (work) => {
      try {
        return await transaction.savepoint(() => work(inner))
      } catch (error) {
        // What was said after the savepoint was undone with it.
        current = null
        throw error
      }
    }
    const inner: Transaction = Object.assign(statementsOf(transaction, runIn(scope)), { savepoint })
    const begin: Scoped['begin'] = (...args: unknown[]) => {
      const [work] = args
      if (typeof work !== 'function')
        throw new TypeError('A transaction inside of another has no mode of its own.')
      return savepoint(work as Parameters<typeof savepoint>[0])
    }
    return Object.assign(inner, { begin, read: begin })
  }
  return { within: (organizationId) => scoped(within(organizationId)), everywhere: () => scoped(everywhere) }
}
