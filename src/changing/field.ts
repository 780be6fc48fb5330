import { invalid } from '../contract/api/errors.ts'
import { checkFieldJson, type FieldValue } from '../contract/lists/field-values.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { holdSubscribers, lockSubscribers, setCustomField } from '../store/subscribers/many.ts'
import { isTold } from '../store/webhooks/events.ts'
import type { Outcome, Work } from './chunk.ts'
import { tellOfUpdates } from './told.ts'

/** @throws AppError `validation_failed`: the field has changed since, so that it does not take the value. */
export async function setField(sql: Transaction, { claim, rules, ids }: Work): Promise<Outcome> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const { id, value } = valueOf(claim.details, rules)
  const isHeard = await isTold(sql, organizationId, 'studio_subscriber_updated')
  const before = isHeard ? await lockSubscribers(sql, organizationId, listId, ids) : []
  if (!isHeard) await holdSubscribers(sql, organizationId, listId, ids)
  const changed = await setCustomField(sql, organizationId, listId, { ids, fieldId: id, value })
  if (isHeard) await tellOfUpdates(sql, { claim, rules, ids: changed }, before)
  return { changed: changed.length, problems: [] }
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
