import { isDeepStrictEqual } from 'node:util'
import { recordOf } from '../actions/subscribers/record.ts'
import { queueSubscriberEvents } from '../actions/subscribers/write.ts'
import { invalid } from '../contract/api/errors.ts'
import { checkFieldJson, type FieldValue } from '../contract/lists/field-values.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { lockSubscribers, updateSubscribers } from '../store/subscribers/many.ts'
import type { Outcome, Work } from './chunk.ts'

/** @throws AppError `validation_failed`: the field has changed since, so that it does not take the value. */
export async function setField(sql: Transaction, { claim, rules, ids }: Work): Promise<Outcome> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const { id, value } = valueOf(claim.details, rules)
  const rows = await lockSubscribers(sql, organizationId, listId, ids)
  const before = rows.filter((row) => !isDeepStrictEqual(row.custom_fields[id] ?? null, value))
  const changed = before.map(({ id: subscriberId, status, custom_fields }) => {
    const others = Object.entries(custom_fields).filter(([one]) => one !== String(id))
    const values = value === null ? others : [...others, [String(id), value] as const]
    return { id: subscriberId, status, leaves: false, custom_fields: Object.fromEntries(values) }
  })
  const after = await updateSubscribers(sql, organizationId, listId, changed)
  const written = after.map((row, index) => ({
    before: recordOf(before[index] ?? row, rules),
    after: recordOf(row, rules),
  }))
  await queueSubscriberEvents(sql, organizationId, rules.list, written)
  return { changed: after.length, problems: [] }
}

function valueOf(
  { custom_field: asked, value }: Work['claim']['details'],
  { list, fields }: Work['rules'],
): { id: number; value: FieldValue | null } {
  const again = 'choose what to change and create the bulk change again'
  const field = fields.find(({ id }) => id === asked?.id)
  if (field === undefined) throw invalid(`the custom field ${asked?.name} was deleted: ${again}`)
  if (field.id === list.primary_key_custom_field_id) {
    throw invalid(`the custom field ${field.name} has become the primary key of the list: ${again}`)
  }
  const checked = checkFieldJson(field, value ?? null)
  if ('problem' in checked) throw invalid(`${field.name} ${checked.problem}: ${again}`)
  return { id: field.id, value: checked.value }
}
