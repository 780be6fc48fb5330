import { AppError } from '../../contract/api/errors.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import type { Target } from './known.ts'
import { matchesOf } from './counting/matches.ts'
import { withSecondCore } from './counting/second-core.ts'
import { subscriberColumns } from '../subscribers/rows.ts'
import type { PageStart, SubscriberRow } from '../subscribers/rows.ts'

/**
 * Count and page by one statement, which counts all that match first: to look for a page alone took minutes where few of
 * a million match.
 */
export async function findSelected(
  sql: Sql,
  target: Target,
  clauses: readonly Clause[],
  page: { start: PageStart; limit: number },
): Promise<{ rows: SubscriberRow[]; count: number }> {
  const { matches, ...size } = await matchesOf(sql, target, clauses, page)
  try {
    const rows = await withSecondCore(
      sql,
      size,
      () => sql<(SubscriberRow & { count: number })[]>`
      with ${matches}
      select total.count, ${subscriberColumns(sql)}
      from (select coalesce(sum(number), 0)::bigint as count from counted) total
      left join page on true
      left join subscribers s on s.organization_id = ${target.organizationId}
        and s.mailing_list_id = ${target.listId} and s.id = page.id
      order by s.id`,
    )
    return { rows: rows.filter(({ id }) => id !== null), count: rows[0]?.count ?? 0 }
  } catch (error) {
    throw codeOf(error) === sqlState.queryCanceled ? tooLong(error) : error
  }
}

/** The sample by id. If it takes longer, `count` is null and the sample empty. */
export async function countWithSample(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  { sampleMax, timeoutMs }: { sampleMax: number; timeoutMs: number },
): Promise<{ count: number | null; sample: SubscriberRow[] }> {
  return sql
    .savepoint(async (sql) => {
      await sql.unsafe(`set local statement_timeout = ${timeoutMs}`)
      const { rows, count } = await findSelected(sql, target, clauses, {
        start: { afterId: 0 },
        limit: sampleMax,
      })
      return { count, sample: rows }
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && codeOf(error.cause) === sqlState.queryCanceled) {
        return { count: null, sample: [] }
      }
      throw error
    })
}

function tooLong(cause: unknown): AppError {
  return new AppError(
    'validation_failed',
    'segment_id takes too long to evaluate: use a segment with fewer clauses about lists and messages, or try again later',
    { cause },
  )
}
