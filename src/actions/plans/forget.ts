import type { Transaction } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { endPlan, findOpenPlans, forgetInWords } from '../../store/plans/rows.ts'

/** Ends the plans whose calls name people who are erased. @param keys addresses in lower case */
export async function forgetInPlans(
  sql: Transaction,
  organizationId: number,
  secrets: Secrets,
  keys: readonly string[],
): Promise<void> {
  for (const { id, endpoint, body_sealed: sealed } of await findOpenPlans(sql, organizationId)) {
    // The erasure may be that of a plan itself.
    if (endpoint === 'eraseSubscriber') continue
    const body = sealed === null ? '' : secrets.unseal(sealed, { table: 'plans', organizationId, id })
    const named = body.toLowerCase()
    if (!keys.some((key) => named.includes(key))) continue
    await endPlan(sql, organizationId, id, { state: 'void', problem: 'somebody whom it named was erased' })
  }
  await forgetInWords(
    sql,
    organizationId,
    keys.flatMap((key) => [key, encodeURIComponent(key).toLowerCase()]),
  )
}
