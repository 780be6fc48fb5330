import { AppError, invalid } from '../../contract/api/errors.ts'
import { matchesGlob } from '../../contract/values/glob.ts'
import { triggeredMax } from '../../contract/autoresponders/trigger.ts'
import type { Sql } from '../../database/driver/connection.ts'

export type NamedAutoresponder = { id: number; name: string }

export type Wanted = { ids: readonly number[] } | { globs: readonly string[] }

/**
 * With any trigger, because a call triggers all of them. Includes paused autoresponders, whose messages wait.
 * @throws AppError `validation_failed`, `requested_too_many`.
 */
export async function findNamedAutoresponders(
  sql: Sql,
  organizationId: number,
  listId: number,
  wanted: Wanted,
): Promise<NamedAutoresponder[]> {
  const rows = await sql<NamedAutoresponder[]>`
    select id, name from autoresponders
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and deleted_at is null
      and sequence_id is null
      ${'ids' in wanted ? sql`and id = any(${[...wanted.ids]}::integer[])` : sql``}
    order by id`
  if ('globs' in wanted) return matching(rows, wanted.globs)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = wanted.ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw invalid(`autoresponder_ids names ${unknown}, which is no autoresponder of the list`)
  }
  return rows
}

function matching(rows: readonly NamedAutoresponder[], globs: readonly string[]): NamedAutoresponder[] {
  const unmatched = globs.find((glob) => !rows.some(({ name }) => matchesGlob(glob, name)))
  if (unmatched !== undefined) {
    throw invalid(`autoresponder_names contains "${unmatched}", which matches no autoresponder of the list`)
  }
  const found = rows.filter(({ name }) => globs.some((glob) => matchesGlob(glob, name)))
  if (found.length > triggeredMax) {
    const problem = `autoresponder_names must match at most ${triggeredMax} autoresponders`
    throw new AppError('requested_too_many', problem)
  }
  return found
}
