import { createHmac } from 'node:crypto'
import { eraseSubscriber } from '../../contract/subscribers/erasure.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { Secrets } from '../../secrets.ts'
import { eraseAddress, findUnfinishedImports } from '../../store/subscribers/erasure.ts'
import type { Router } from '../route/bind.ts'

export function erasureRoutes(route: Router, secrets: Secrets): void {
  const hmacKey = secrets.keyFor('erased addresses')

  route(eraseSubscriber, ({ sql: database, caller, fields, audit }) =>
    database.begin(async (sql) => {
      const { organization_id: organizationId } = caller
      const { email, despite_unfinished_imports: despiteImports } = fields()
      const imports = despiteImports === true ? [] : await findUnfinishedImports(sql, organizationId)
      if (imports.length > 0) {
        throw invalid(
          `email may stand in imports that are not finished (${imports.join(', ')}): wait for them, cancel them, ` +
            'or ask for it despite_unfinished_imports',
        )
      }
      const hmac = createHmac('sha256', hmacKey).update(`${organizationId} ${email.key}`).digest()
      const { erased, subscriberIds } = await eraseAddress(sql, organizationId, { key: email.key, hmac })
      // Never the address: this event is kept when it is long forgotten.
      await audit(sql, { kind: 'subscriber.erased', details: { ...erased, subscriber_ids: subscriberIds } })
      return { data: erased }
    }),
  )
}
