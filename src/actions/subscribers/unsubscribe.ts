import { invalid, notFound } from '../../contract/api/errors.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import type { Caller } from '../../store/callers.ts'
import { findFieldRules } from '../../store/lists/custom-fields.ts'
import { recordUnsubscribe } from '../../store/responses/record.ts'
import { readerOf } from '../../store/responses/rows.ts'
import { findSubscriberList, lockSubscriber } from '../../store/subscribers/rows.ts'
import type { TrackingTokens } from '../../links/token.ts'
import { recordOf } from './record.ts'

/** For the organization's own unsubscribe pages. */
export type Unsubscription = {
  tokens: TrackingTokens
  /** undefined: the token may belong to any list. */
  listId: number | undefined
  fields: () => { token: string; ip: string | null }
}

/** @throws AppError `not_found`; `validation_failed`: the token is invalid or belongs to another organization. */
export function unsubscribeByToken(
  sql: Scoped,
  caller: Caller,
  { tokens, listId, fields }: Unsubscription,
): Promise<SubscriberRecord> {
  const { organization_id: organizationId, time_zone: zone } = caller
  return repeated(() =>
    sql.begin(async (sql) => {
      if (listId !== undefined) await findSubscriberList(sql, organizationId, listId)
      const input = fields()
      const token = tokens.read(input.token.trim())
      const isOfCaller = token?.kind === 'unsubscribe' && token.organizationId === organizationId
      if (!isOfCaller || (listId ?? token.listId) !== token.listId) throw invalid('token is not valid')
      const list = await findSubscriberList(sql, organizationId, token.listId, { lock: true })
      if (token.subscriberId === 0) throw notFound('subscriber')
      const hasCounted = await recordUnsubscribe(sql, organizationId, readerOf(token), { ip: input.ip })
      if (!hasCounted) throw invalid('token is not valid')
      const row = await lockSubscriber(sql, organizationId, list.id, token.subscriberId)
      return recordOf(row, { list, fields: await findFieldRules(sql, organizationId, list.id), zone })
    }),
  )
}
