import { AppError, invalid } from '../../contract/api/errors.ts'
import { matchesGlob } from '../../contract/values/glob.ts'
import { triggeredMax } from '../../contract/autoresponders/trigger.ts'
import type { Sql } from '../../database/driver/connection.ts'

export type NamedAutoresponder = { id: number; name: string }

export type Wanted = { ids: readonly number[] } | { glob: string }

/** Includes paused autoresponders, whose messages wait. @throws AppError `validation_failed`, `requested_too_many`. */
export async function findApiAutoresponders(
  sql: Sql,
  organizationId: number,
  listId: number,
  wanted: Wanted,
): Promise<NamedAutoresponder[]> {
  const rows = await sql<NamedAutoresponder[]>`
    select id, name from autoresponders
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and trigger = 'api'
      ${'ids' in wanted ? sql`and id = any(${[...wanted.ids]}::integer[])` : sql``}
    order by id`
  if ('glob' in wanted) {
    const matching = rows.filter(({ name }) => matchesGlob(wanted.glob, name))
    if (matching.length === 0)
      throw invalid('autoresponder_names matches no autoresponder with the trigger api')
    if (matching.length > triggeredMax) {
      throw new AppError(
        'requested_too_many',
        `autoresponder_names must match at most ${triggeredMax} autoresponders`,
      )
    }
    return matching
  }
  const known = new Set(rows.map(({ id }) => id))
  if (wanted.ids.some((id) => !known.has(id))) {
    throw invalid(
      'autoresponder_ids contains an id that is not an autoresponder of the list with the trigger api',
    )
  }
  return rows
}
