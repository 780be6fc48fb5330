import { pauseWeeks } from '../../contract/responses/preferences.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { endPause, writePause } from '../../store/subscribers/pauses.ts'
import { actorOf } from '../subscribers/come-back.ts'
import { findReaderLists, type PreferenceVisit } from './preference-view.ts'

const weekMs = 7 * 24 * 3_600_000

/** On all lists of the page that the reader gets. @param weeks as the form sent it */
export function beginPause(
  sql: Scoped,
  visit: PreferenceVisit,
  weeks: string | null,
): Promise<'paused' | 'unchanged'> {
  const count = pauseWeeks.find((one) => String(one) === weeks)
  if (count === undefined || !visit.counts) return Promise.resolve('unchanged')
  const until = new Date(Date.now() + count * weekMs)
  return onEachList(sql, visit, 'paused', async (sql, place) => {
    const { organizationId, listId, id } = place
    await writePause(sql, { organizationId, listId }, { id, until, ip: visit.ip })
    return { kind: 'subscriber.paused', details: { until: until.toISOString() } }
  })
}

export function resume(sql: Scoped, visit: PreferenceVisit): Promise<'resumed' | 'unchanged'> {
  if (!visit.counts) return Promise.resolve('unchanged')
  return onEachList(sql, visit, 'resumed', async (sql, { organizationId, listId, id }) =>
    (await endPause(sql, { organizationId, listId }, id))
      ? { kind: 'subscriber.resumed', details: {} }
      : null,
  )
}

type PausePlace = { organizationId: number; listId: number; id: number }
type Told = { kind: string; details: object } | null
type Work = (sql: Parameters<typeof endPause>[0], place: PausePlace) => Promise<Told>

async function onEachList<Note extends string>(
  sql: Scoped,
  visit: PreferenceVisit,
  note: Note,
  work: Work,
): Promise<Note | 'unchanged'> {
  const { organizationId } = visit
  const { audit } = actorOf(visit)
  return repeated(() =>
    sql.begin(async (sql) => {
      const found = await findReaderLists(sql, visit)
      const active = found?.lists.filter(({ status }) => status === 'active') ?? []
      let changed = false
      // By id, so that two of the same reader wait for each other.
      for (const { id: listId, subscriberId: id } of active.toSorted((one, other) => one.id - other.id)) {
        const told = id === null ? null : await work(sql, { organizationId, listId, id })
        if (told === null || id === null) continue
        changed = true
        await audit(sql, {
          kind: told.kind,
          subject_type: 'Subscriber',
          subject_id: id,
          details: { mailing_list_id: listId, ...told.details },
        })
      }
      return changed ? note : 'unchanged'
    }),
  )
}
