import { parseEmail, type EmailAddress } from '../../contract/values/email.ts'
import { AppError, notFound } from '../../contract/api/errors.ts'
import { lookupsMax, type ReferenceKind } from '../../contract/subscribers/endpoints.ts'
import { keyOfValue } from '../../contract/subscribers/values.ts'
import { parseId } from '../../contract/values/text.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { findListWithFields, type FieldNames } from '../../store/lists/custom-fields.ts'
import {
  findIdsByKey,
  findSubscribersByAddress,
  findSubscribersById,
  findSubscribersByKey,
  lockIfThere,
  type SubscriberList,
  type SubscriberRow,
} from '../../store/subscribers/rows.ts'

type Reference = { id: number } | { email: string }

function parseReference(text: string): Reference | null {
  const id = parseId(text)
  if (id !== null) return { id }
  const email = parseEmail(text)
  return email === null ? null : { email: email.key }
}

async function findReferenced(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  references: readonly Reference[],
): Promise<SubscriberRow[]> {
  const { ids, emails } = sorted(references)
  const byId = ids.length === 0 ? [] : await findSubscribersById(sql, organizationId, list.id, ids)
  if (emails.length === 0) return byId
  return [...byId, ...(await findSubscribersByAddress(sql, organizationId, list, emails))]
}

function sorted(references: readonly Reference[]): { ids: number[]; emails: string[] } {
  return {
    ids: references.flatMap((reference) => ('id' in reference ? reference.id : [])),
    emails: references.flatMap((reference) => ('email' in reference ? reference.email : [])),
  }
}

type Found = { list: SubscriberList; fields: FieldNames[]; rows: SubscriberRow[] }

/**
 * Those who are named by an id or an address: without duplicates, in the order of the request.
 * @throws AppError as `findSubscriberList`; `requested_too_many`.
 */
export async function findAsked(
  sql: Sql,
  organizationId: number,
  listId: number,
  text: string,
): Promise<Found> {
  const words = text.split(',').filter((word) => word.trim() !== '')
  const isTooMany = words.length > lookupsMax
  const references = isTooMany ? [] : words.flatMap((word) => parseReference(word.trim()) ?? [])
  const { ids, emails } = sorted(references)
  const [{ list, fields }, byId, byAddress] = await Promise.all([
    findListWithFields(sql, organizationId, listId),
    ids.length === 0 ? [] : findSubscribersById(sql, organizationId, listId, ids),
    emails.length === 0 ? [] : findSubscribersByKey(sql, organizationId, listId, emails),
  ])
  if (isTooMany)
    throw new AppError('requested_too_many', `at most ${lookupsMax} subscribers can be requested at once`)
  const found = [...byId, ...(await ofAddresses(sql, organizationId, list, { emails, byKey: byAddress }))]
  const keyed = found.map((row) => ({ row, key: addressOf(row).key }))
  const inOrder = references.flatMap((reference) =>
    keyed.filter(({ row, key }) => ('id' in reference ? row.id === reference.id : key === reference.email)),
  )
  return { list, fields, rows: [...new Map(inOrder.map(({ row }) => [row.id, row])).values()] }
}

/** @throws AppError as `findSubscriberList`. */
export async function findByAddress(
  sql: Sql,
  organizationId: number,
  listId: number,
  { key }: EmailAddress,
): Promise<Found> {
  const [{ list, fields }, byKey] = await Promise.all([
    findListWithFields(sql, organizationId, listId),
    findSubscribersByKey(sql, organizationId, listId, [key]),
  ])
  return { list, fields, rows: await ofAddresses(sql, organizationId, list, { emails: [key], byKey }) }
}

type Addressed = { emails: readonly string[]; byKey: SubscriberRow[] }

/** Keys are looked up together with the list; of a list with another key than the address, its people are looked up again. */
async function ofAddresses(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  { emails, byKey }: Addressed,
): Promise<SubscriberRow[]> {
  if (list.primary_key_custom_field_id === null || emails.length === 0) return byKey
  return findSubscribersByAddress(sql, organizationId, list, emails)
}

/** @throws AppError `not_found`; `multiple_records_found` if several have the address. */
export async function findOneId(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  text: string,
): Promise<number> {
  const id = await findOneIdOrNone(sql, organizationId, list, text)
  if (id === null) throw notFound('subscriber')
  return id
}

/** `by`: what the reference is. Default: an id or an address. */
export type Named = { reference: string; by?: ReferenceKind | undefined }

/** @returns null if there is none. @throws AppError `multiple_records_found`. */
export async function findNamed(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  { reference, by = 'id_or_email' }: Named,
): Promise<number | null> {
  if (by === 'id_or_email') return findOneIdOrNone(sql, organizationId, list, reference)
  const key =
    list.primary_key_custom_field_id === null ? (parseEmail(reference)?.key ?? null) : keyOfValue(reference)
  if (key === null) return null
  return (await findIdsByKey(sql, organizationId, list.id, [key])).get(key) ?? null
}

/** @throws AppError `multiple_records_found`. */
export async function findOneIdOrNone(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  text: string,
): Promise<number | null> {
  const reference = parseReference(text.trim())
  if (reference === null) return null
  const [row, another] = await findReferenced(sql, organizationId, list, [reference])
  if (another !== undefined) {
    throw new AppError('multiple_records_found', 'several subscribers have this address; name one by its id')
  }
  return row?.id ?? null
}

type Place = { listId: number; list: Promise<SubscriberList> }

/**
 * Locks the subscriber. The list need not be there yet: whom an id or the key of its list names is locked at once.
 * @returns null if there is none. @throws AppError as `findNamed`; what `list` rejects with.
 */
export async function lockNamed(
  sql: Transaction,
  organizationId: number,
  { listId, list: pending }: Place,
  named: Named,
): Promise<SubscriberRow | null> {
  const reference = named.by === 'key' ? null : parseReference(named.reference.trim())
  const by = reference === null || 'id' in reference ? reference : { key: reference.email }
  const [list, row] = await Promise.all([
    pending,
    by === null ? null : lockIfThere(sql, organizationId, listId, by),
  ])
  const isSure = by !== null && ('id' in by || list.primary_key_custom_field_id === null)
  if (isSure) return row
  const id = await findNamed(sql, organizationId, list, named)
  return id === null ? null : lockIfThere(sql, organizationId, listId, { id })
}

/** Stored addresses have passed the same check, so the fallback is never used. */
export function addressOf(row: SubscriberRow): EmailAddress {
  return parseEmail(row.email) ?? { address: row.email, key: row.email.toLowerCase() }
}
