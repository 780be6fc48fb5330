import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { invalid } from '../../contract/api/errors.ts'
import type { Erased, eraseInput } from '../../contract/subscribers/erasure.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { eraseAddress, findUnfinishedImports } from '../../store/erasure/subscribers.ts'
import type { Actor } from '../actor.ts'
import { forgetInPlans } from '../plans/forget.ts'

/** A keyed hash of the address remains. @throws AppError `validation_failed`: imports may bring the address back. */
export function eraseSubscriber(
  sql: Scoped,
  { caller: { organization_id: organizationId }, audit }: Actor,
  secrets: Secrets,
  { email, despite_unfinished_imports: despiteImports }: z.output<typeof eraseInput>,
): Promise<Erased> {
  const hmacKey = secrets.keyFor('erased addresses')
  const hmac = createHmac('sha256', hmacKey).update(`${organizationId} ${email.key}`).digest()
  return sql.begin(async (sql) => {
    const imports = despiteImports === true ? [] : await findUnfinishedImports(sql, organizationId)
    if (imports.length > 0) {
      throw invalid(
        `email may occur in unfinished imports (${imports.join(', ')}): wait for them, cancel them, ` +
          'or ask for it despite_unfinished_imports',
      )
    }
    const { erased, subscriberIds } = await eraseAddress(sql, organizationId, { key: email.key, hmac })
    await forgetInPlans(sql, organizationId, secrets, email.key)
    // The address is never logged: the event is kept after the erasure.
    await audit(sql, { kind: 'subscriber.erased', details: { ...erased, subscriber_ids: subscriberIds } })
    return erased
  })
}
