import type { StatCounts } from '../../contract/campaigns/stat-summary.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findAutoresponderCounts } from '../../store/autoresponders/statistics.ts'
import type { Actor } from '../actor.ts'
import { findListAutoresponder, type AutoresponderPlace } from './changes.ts'

export async function countMessages(
  sql: Sql,
  actor: Actor,
  place: AutoresponderPlace,
  days: { start: string | null; end: string | null },
): Promise<StatCounts> {
  const { id } = await findListAutoresponder(sql, actor, place, { withSteps: true })
  return findAutoresponderCounts(sql, actor.caller.organization_id, id, days)
}
