import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { endPlan, findNamedInWords, findOpenPlans, forgetInWords } from '../../store/plans/rows.ts'

/** Ends the plans whose calls name people who are erased. @param keys addresses in lower case */
export async function forgetInPlans(
  sql: Transaction,
  organizationId: number,
  secrets: Secrets,
  keys: readonly string[],
): Promise<void> {
  for (const id of await namedInCalls(sql, organizationId, secrets, keys))
    await endPlan(sql, organizationId, id, { state: 'void', problem: 'somebody whom it named was erased' })
  await forgetInWords(sql, organizationId, spellingsOf(keys))
}

/** Plans whose call, name or note has an address. */
export async function findPlansNaming(
  sql: Sql,
  organizationId: number,
  secrets: Secrets,
  keys: readonly string[],
): Promise<number[]> {
  const inCalls = await namedInCalls(sql, organizationId, secrets, keys)
  const inWords = await findNamedInWords(sql, organizationId, spellingsOf(keys))
  return [...new Set([...inCalls, ...inWords])].toSorted((one, other) => one - other)
}

async function namedInCalls(
  sql: Sql,
  organizationId: number,
  secrets: Secrets,
  keys: readonly string[],
): Promise<number[]> {
  const plans = await findOpenPlans(sql, organizationId)
  return plans
    .filter(({ id, endpoint, body_sealed: sealed }) => {
      // The erasure may be that of a plan itself.
      if (endpoint === 'eraseSubscriber' || sealed === null) return false
      const body = secrets.unseal(sealed, { table: 'plans', organizationId, id }).toLowerCase()
      return keys.some((key) => body.includes(key))
    })
    .map(({ id }) => id)
}

function spellingsOf(keys: readonly string[]): string[] {
  return keys.flatMap((key) => [key, encodeURIComponent(key).toLowerCase()])
}
