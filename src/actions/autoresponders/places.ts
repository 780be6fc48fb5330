import { notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { findAutoresponder, requireAutoresponderList } from '../../store/autoresponders/rows.ts'
import {
  findFigures,
  findPlaces,
  findPlacesOfSubscriber,
  removePlace,
} from '../../store/autoresponders/sequence-places.ts'
import { findListSubscriber } from '../../store/campaigns/recipients/found.ts'
import type { Actor } from '../actor.ts'
import { findListAutoresponder, type AutoresponderPlace } from './changes.ts'

export async function findSequenceFigures(sql: Sql, actor: Actor, place: AutoresponderPlace) {
  const { id } = await findListAutoresponder(sql, actor, place)
  const [first, ...steps] = await findFigures(sql, actor.caller.organization_id, id)
  if (first === undefined) throw notFound('autoresponder')
  return { first, steps }
}

export async function findPeopleWithin(
  sql: Sql,
  actor: Actor,
  place: AutoresponderPlace,
  wanted: { stepId: number | undefined; page: PageRequest },
) {
  const { id, mailing_list_id } = await findListAutoresponder(sql, actor, place)
  return findPlaces(sql, actor.caller.organization_id, { id, mailing_list_id }, wanted)
}

export async function findPlacesOf(
  sql: Sql,
  { caller }: Actor,
  { listId, subscriberId }: { listId: number; subscriberId: number },
) {
  const { organization_id: organizationId } = caller
  await requireAutoresponderList(sql, organizationId, listId)
  if ((await findListSubscriber(sql, organizationId, listId, subscriberId)) === null) {
    throw notFound('subscriber')
  }
  return findPlacesOfSubscriber(sql, organizationId, listId, subscriberId)
}

export function takeOut(
  sql: Scoped,
  { caller, audit }: Actor,
  { listId, id, subscriberId }: AutoresponderPlace & { subscriberId: number },
): Promise<void> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    await requireAutoresponderList(sql, organizationId, listId)
    const sequence = await findAutoresponder(sql, organizationId, { listId, id })
    await removePlace(sql, organizationId, sequence.id, subscriberId)
    const subject = { subject_type: 'Autoresponder', subject_id: sequence.id }
    await audit(sql, {
      kind: 'autoresponder.person_removed',
      ...subject,
      details: { subscriber_id: subscriberId },
    })
  })
}
