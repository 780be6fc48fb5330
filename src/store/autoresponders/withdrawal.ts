import type { Transaction } from '../../database/driver/connection.ts'
import { skipTried } from './reaction-outcomes.ts'
import type { EndedReactions } from '../erasure/traces.ts'

export type Withdrawal = {
  withdrawn: number
  /** The id to continue after; null: none is left. */
  lastId: number | null
  /** To be counted by `countEnded`. */
  ended: EndedReactions
}

/** Deletes messages that an import caused and no sender has handed over yet. Reads by id: no index contains the import. */
export async function withdrawReactions(
  sql: Transaction,
  organizationId: number,
  { importId, afterId, count }: { importId: number; afterId: number; count: number },
): Promise<Withdrawal> {
  const rows = await sql<{ id: number; autoresponder_id: number }[]>`
    with gone as (
      delete from autoresponder_reactions
      where organization_id = ${organizationId} and not handed_over and id in (
        select id from autoresponder_reactions
        where organization_id = ${organizationId} and id > ${afterId} and import_id = ${importId} and not handed_over
        order by id limit ${count})
      returning id, autoresponder_id)
    select id, autoresponder_id from gone order by autoresponder_id, id`
  const ended: EndedReactions = []
  for (const autoresponderId of new Set(rows.map((row) => row.autoresponder_id))) {
    const gone = rows.filter((row) => row.autoresponder_id === autoresponderId).map(({ id }) => id)
    const moved = await skipTried(sql, organizationId, autoresponderId, gone)
    if (moved.length > 0) ended.push({ autoresponderId, moved })
  }
  const lastId = rows.reduce((last, { id }) => Math.max(last, id), afterId)
  return { withdrawn: rows.length, lastId: rows.length < count ? null : lastId, ended }
}
