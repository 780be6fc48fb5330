import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import { segmentCondition, segmentSets } from '../segments/condition.ts'
import type { Target } from '../segments/known.ts'
import type { BulkSelection } from './bulk-changes.ts'

export type Range = { after: number; last: number; limit: number }

/** By id, beginning after the last one of the chunk before. */
export async function findNextSelected(
  sql: Sql,
  target: Target,
  selection: BulkSelection,
  { after, last, limit }: Range,
): Promise<number[]> {
  const { condition } = await conditionOf(sql, target, selection)
  const rows = await sql<{ id: number }[]>`
    select s.id from subscribers s
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.id > ${after} and s.id <= ${last} and ${condition}
    order by s.id limit ${limit}`
  return rows.map(({ id }) => id)
}

async function conditionOf(sql: Sql, target: Target, selection: BulkSelection) {
  if ('ids' in selection || selection.clauses === null) return { condition: plain(sql, selection) }
  const { condition } = await segmentCondition(sql, target, selection.clauses)
  return { condition: sql`${plain(sql, selection)} and ${condition}` }
}

export type PlainSelection = { ids: number[] } | { q: string; status: SubscriberStatus | null }

/** Of `subscribers s`, without a segment. A text is read as `GET subscribers` reads it. */
export function plain(sql: Sql, selection: PlainSelection): Fragment {
  if ('ids' in selection) return sql`s.id = any(${selection.ids}::bigint[])`
  const { q, status } = selection
  const byStatus = status === null ? sql`true` : sql`s.status = ${status}`
  if (q === '') return byStatus
  const address = sql`lower(coalesce(s.email, s.key))`
  return q.startsWith('@')
    ? sql`${byStatus} and strpos(${address}, ${q}) > 0`
    : sql`${byStatus} and (starts_with(s.key, ${q}) or starts_with(${address}, ${q}))`
}

/** Of each status. null if it takes longer. */
export async function countSelection(
  sql: Transaction,
  target: Target,
  selection: BulkSelection,
  timeoutMs: number,
): Promise<Record<SubscriberStatus, number> | null> {
  const segment =
    'ids' in selection || selection.clauses === null
      ? null
      : await segmentSets(sql, target, selection.clauses)
  return sql
    .savepoint(async (sql) => {
      await sql.unsafe(`set local statement_timeout = ${timeoutMs}`)
      const rows = await sql<{ status: SubscriberStatus; count: number }[]>`
        select s.status, count(*) as count from subscribers s ${segment === null ? sql`` : segment.joins}
        where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
          and ${plain(sql, selection)} ${segment === null ? sql`` : sql`and ${segment.condition}`}
        group by s.status`
      const none = { active: 0, unsubscribed: 0, scomp: 0, bounced: 0, deactivated: 0 }
      return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
    })
    .catch((error: unknown) => {
      if (codeOf(error) === sqlState.queryCanceled) return null
      throw error
    })
}
