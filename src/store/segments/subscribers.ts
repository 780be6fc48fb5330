import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { segmentCondition } from './condition.ts'
import { subscriberColumns } from '../subscribers/rows.ts'
import type { PageStart, SubscriberRow } from '../subscribers/rows.ts'

export async function findSelected(
  sql: Sql,
  target: { organizationId: number; listId: number; timeZone: string },
  clauses: readonly Clause[],
  { start, limit }: { start: PageStart; limit: number },
): Promise<{ rows: SubscriberRow[]; count: number }> {
  const { condition } = await segmentCondition(sql, target, clauses)
  const from = sql`
    from subscribers s
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId} and ${condition}`
  const place = 'afterId' in start ? sql`and s.id > ${start.afterId}` : sql``
  const offset = 'offset' in start ? start.offset : 0
  const [rows, [counted]] = await Promise.all([
    sql<SubscriberRow[]>`
      select ${subscriberColumns(sql)} ${from} ${place} order by s.id limit ${limit} offset ${offset}`,
    sql<{ count: number }[]>`select count(*) ${from}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}
