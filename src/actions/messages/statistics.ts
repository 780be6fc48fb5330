import { invalid } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import {
  findCountsOfStreams,
  findMessageCounts,
  messageCounters,
  type CountsOfDay,
  type CountsOfStream,
} from '../../store/messages/counts.ts'
import { messageStreams } from '../../store/messages/streams.ts'
import { findResource } from '../../store/resources/rows.ts'
import type { Actor } from '../actor.ts'

const yearMs = 366 * 86_400_000
const defaultMs = 30 * 86_400_000

type Range = { start: Date | null; end: Date | null }

/** @throws AppError `not_found`, `validation_failed`. */
export async function findStreamStatistics(
  sql: Sql,
  { caller }: Actor,
  streamId: number,
  range: Range,
): Promise<{ total: Omit<CountsOfDay, 'day'>; days: CountsOfDay[] }> {
  const organizationId = caller.organization_id
  await findResource(sql, organizationId, messageStreams, streamId)
  const zone = caller.time_zone
  const days = await findMessageCounts(sql, organizationId, streamId, { ...boundsOf(range), zone })
  const sums = messageCounters.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)] as const)
  return { total: Object.fromEntries(sums) as Omit<CountsOfDay, 'day'>, days }
}

/** @throws AppError `validation_failed`. */
export function findMessageStatistics(sql: Sql, { caller }: Actor, range: Range): Promise<CountsOfStream[]> {
  return findCountsOfStreams(sql, caller.organization_id, boundsOf(range))
}

function boundsOf({ start, end }: Range): { start: Date; end: Date } {
  const until = end ?? new Date()
  const since = start ?? new Date(until.getTime() - defaultMs)
  if (until.getTime() - since.getTime() > yearMs)
    throw invalid('time__start must be at most a year before time__end')
  return { start: since, end: until }
}
