import { invalid } from '../../contract/api/errors.ts'
import { longestPauseDays } from '../../contract/subscribers/pause.ts'
import { dayMs } from '../../contract/times/calendar.ts'
import { parseDateTime } from '../../contract/times/instants.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { endPause, findPause, writePause, type Pause } from '../../store/subscribers/pauses.ts'
import { findSubscriberList, lockSubscriber } from '../../store/subscribers/rows.ts'
import type { Actor } from '../actor.ts'

/** @throws AppError `not_found`; `validation_failed` for a time that is not ahead. */
export function changePause(
  sql: Scoped,
  { caller: { organization_id: organizationId, time_zone: zone }, audit }: Actor,
  { listId, id }: { listId: number; id: number },
  fields: () => { paused_until: string | null },
): Promise<Pause | null> {
  return repeated(() =>
    sql.begin(async (sql) => {
      const list = await findSubscriberList(sql, organizationId, listId, { lock: true })
      const { id: subscriberId } = await lockSubscriber(sql, organizationId, list.id, id)
      const until = readUntil(fields().paused_until, zone)
      const place = { organizationId, listId: list.id }
      const about = { subject_type: 'Subscriber', subject_id: subscriberId } as const
      const details = { mailing_list_id: list.id }
      if (until === null) {
        const ended = await endPause(sql, place, subscriberId)
        if (ended) await audit(sql, { kind: 'subscriber.resumed', ...about, details })
      } else {
        await writePause(sql, place, { id: subscriberId, until, ip: null })
        await audit(sql, {
          kind: 'subscriber.paused',
          ...about,
          details: { ...details, until: until.toISOString() },
        })
      }
      return findPause(sql, place, subscriberId)
    }),
  )
}

function readUntil(text: string | null, zone: string): Date | null {
  if (text === null || text.trim() === '') return null
  const ms = parseDateTime(text, { dateFormat: 'mdy', zone })
  if (ms === null) throw invalid('paused_until must be a date and time such as 2026-12-31 09:00')
  if (ms <= Date.now()) throw invalid('paused_until must be in the future')
  if (ms > Date.now() + longestPauseDays * dayMs)
    throw invalid('paused_until must be at most two years ahead')
  return new Date(ms)
}
