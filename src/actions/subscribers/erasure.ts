import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { invalid } from '../../contract/api/errors.ts'
import type { Erased, eraseInput } from '../../contract/subscribers/erasure.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { eraseAddresses, findUnfinishedImports } from '../../store/erasure/subscribers.ts'
import type { Actor } from '../actor.ts'
import { forgetInPlans } from '../plans/forget.ts'

/** Keyed hashes of the addresses remain. @throws AppError `validation_failed`: imports may bring them back. */
export function eraseSubscribers(
  sql: Scoped,
  { caller: { organization_id: organizationId }, audit }: Actor,
  secrets: Secrets,
  { email, emails, despite_unfinished_imports: despiteImports }: z.output<typeof eraseInput>,
): Promise<Erased> {
  const hmacKey = secrets.keyFor('erased addresses')
  const keys = [
    ...new Set([...(email === undefined ? [] : [email]), ...(emails ?? [])].map(({ key }) => key)),
  ]
  const addresses = keys.map((key) => ({
    key,
    hmac: createHmac('sha256', hmacKey).update(`${organizationId} ${key}`).digest(),
  }))
  return sql.begin(async (sql) => {
    const imports = despiteImports === true ? [] : await findUnfinishedImports(sql, organizationId)
    if (imports.length > 0) {
      throw invalid(
        `${email === undefined ? 'emails' : 'email'} may occur in unfinished imports (${imports.join(', ')}): ` +
          'wait for them, cancel them, or ask for it despite_unfinished_imports',
      )
    }
    const { erased: counted, subscriberIds } = await eraseAddresses(sql, organizationId, addresses)
    await forgetInPlans(sql, organizationId, secrets, keys)
    const erased = { addresses: keys.length, ...counted }
    // The addresses are never logged: the event is kept after the erasure.
    await audit(sql, { kind: 'subscriber.erased', details: { ...erased, subscriber_ids: subscriberIds } })
    return erased
  })
}
