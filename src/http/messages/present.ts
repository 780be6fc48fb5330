import { domainOf } from '../../contract/values/email.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { MessageNames } from '../../links/verp.ts'
import type { Caller } from '../../store/callers.ts'
import type { MessageRow } from '../../store/messages/rows.ts'

export function presentMessage(
  { email, due_at: dueAt, ...row }: MessageRow,
  { organization_id: organizationId, time_zone: zone }: Pick<Caller, 'organization_id' | 'time_zone'>,
  names: MessageNames,
) {
  const at = (time: Date) => formatInstant(time.getTime(), zone)
  const orNull = (time: Date | null) => (time === null ? null : at(time))
  const isWaiting = row.state === 'queued' || row.state === 'deferred'
  const sent = {
    organizationId,
    listId: 0,
    source: 'message',
    sourceId: row.stream_id,
    subscriberId: 0,
  } as const
  return {
    ...row,
    to: email,
    send_at: at(row.send_at),
    next_attempt_at: isWaiting ? at(dueAt) : null,
    created_at: at(row.created_at),
    ended_at: orNull(row.ended_at),
    first_opened_at: orNull(row.first_opened_at),
    first_clicked_at: orNull(row.first_clicked_at),
    complained_at: orNull(row.complained_at),
    unsubscribed_at: orNull(row.unsubscribed_at),
    message_id: names.messageId({ ...sent, occasion: row.id }, domainOf(row.from_email)),
  }
}
