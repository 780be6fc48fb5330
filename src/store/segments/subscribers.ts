import { AppError } from '../../contract/api/errors.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import { segmentCondition, segmentSets } from './condition.ts'
import { subscriberColumns } from '../subscribers/rows.ts'
import type { PageStart, SubscriberRow } from '../subscribers/rows.ts'

export async function findSelected(
  sql: Sql,
  target: { organizationId: number; listId: number; timeZone: string },
  clauses: readonly Clause[],
  { start, limit }: { start: PageStart; limit: number },
): Promise<{ rows: SubscriberRow[]; count: number }> {
  const [page, whole] = [
    await segmentCondition(sql, target, clauses),
    await segmentSets(sql, target, clauses),
  ]
  const ofList = sql`s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}`
  const place = 'afterId' in start ? sql`and s.id > ${start.afterId}` : sql``
  const offset = 'offset' in start ? start.offset : 0
  try {
    const [rows, [counted]] = await Promise.all([
      sql<SubscriberRow[]>`
        select ${subscriberColumns(sql)} from subscribers s
        where ${ofList} and ${page.condition} ${place} order by s.id limit ${limit} offset ${offset}`,
      sql<{ count: number }[]>`
        select count(*) from subscribers s ${whole.joins} where ${ofList} and ${whole.condition}`,
    ])
    return { rows, count: counted?.count ?? 0 }
  } catch (error) {
    throw codeOf(error) === sqlState.queryCanceled ? tooLong(error) : error
  }
}

type Target = Parameters<typeof segmentCondition>[1]

/** By id. @throws AppError `validation_failed` if it takes too long. */
export async function findSample(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
  limit: number,
): Promise<SubscriberRow[]> {
  const { condition } = await segmentCondition(sql, target, clauses)
  try {
    return await sql<SubscriberRow[]>`
      select ${subscriberColumns(sql)} from subscribers s
      where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId} and ${condition}
      order by s.id limit ${limit}`
  } catch (error) {
    throw codeOf(error) === sqlState.queryCanceled ? tooLong(error) : error
  }
}

/** null if it takes longer. */
export async function countSelected(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  timeoutMs: number,
): Promise<number | null> {
  const { joins, condition } = await segmentSets(sql, target, clauses)
  return sql
    .savepoint(async (sql) => {
      await sql.unsafe(`set local statement_timeout = ${timeoutMs}`)
      const [row] = await sql<{ count: number }[]>`
        select count(*) from subscribers s ${joins}
        where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId} and ${condition}`
      return row?.count ?? 0
    })
    .catch((error: unknown) => {
      if (codeOf(error) === sqlState.queryCanceled) return null
      throw error
    })
}

function tooLong(cause: unknown): AppError {
  return new AppError(
    'validation_failed',
    'segment_id takes too long to evaluate: use a segment with fewer clauses about lists, or try again later',
    { cause },
  )
}
