import type { Sql } from '../../database/driver/connection.ts'
import type { PeoplePage } from '../../store/responses/people.ts'
import type { Actor } from '../actor.ts'
import { findPeopleOf, type FoundPeople } from '../responses/people.ts'
import { findListAutoresponder, type AutoresponderPlace } from './changes.ts'

/** Also of a step of a sequence. @throws AppError `not_authorized`, `not_found`. */
export async function findAutoresponderPeople(
  sql: Sql,
  actor: Actor,
  place: AutoresponderPlace,
  page: PeoplePage,
): Promise<FoundPeople> {
  const { id, mailing_list_id: listId } = await findListAutoresponder(sql, actor, place, { withSteps: true })
  const mailing = { listId, source: { autoresponderId: id } }
  return findPeopleOf(sql, actor.caller, mailing, page)
}
