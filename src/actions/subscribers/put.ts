import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { SubscriberInput, SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { keyOfValue } from '../../contract/subscribers/values.ts'
import { parseEmail, type EmailAddress } from '../../contract/values/email.ts'
import { emailProblem } from '../../contract/values/spelling/written-addresses.ts'
import { parseId } from '../../contract/values/text.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { keyTaken } from '../../store/subscribers/rows.ts'
import type { WarnedActor } from '../actor.ts'
import { requirePermission } from '../permission.ts'
import { addTo, changeHeld, holdNamed, readAhead, type Given, type SubscriberPlace } from './change.ts'
import type { ListRules } from './record.ts'
import type { Named } from './references.ts'
import { withQuotaNotice } from './write.ts'

/** Updates the subscriber, or creates one whom the list does not have: two calls at once create one subscriber. */
export async function putSubscriber(
  sql: Scoped,
  actor: WarnedActor,
  { listId, ...named }: SubscriberPlace,
  given: Given<SubscriberInput>,
): Promise<SubscriberRecord> {
  const { caller } = actor
  requirePermission(caller, 'subscriber.create')
  const put = () =>
    withQuotaNotice(sql, caller.organization_id, async (sql) => {
      const fields = readAhead(given.fields)
      const held = await holdNamed(sql, caller, listId, { named, fields })
      const { rules, before } = held
      const input = fields.read()
      const reactions = given.reactions(input)
      if (before === null)
        return addTo(sql, actor, rules, { input: newInput(rules, named, input), reactions })
      requireSameName(rules, named, input)
      return changeHeld(sql, actor, held, { before, input, reactions })
    })
  try {
    return await put()
  } catch (error) {
    if (!(error instanceof AppError && error.cause === keyTaken)) throw error
    // Another call has created them meanwhile, and has committed. If it is somebody else who has the key, it is taken again.
    return put()
  }
}

/** A call that is repeated must find the subscriber that it made, so the record cannot have another name than the path. */
function requireSameName(
  { list, fields }: ListRules,
  { reference, by }: Named,
  input: SubscriberInput,
): void {
  if (by === 'key' && list.primary_key_custom_field_id !== null) {
    const given = keyGiven({ list, fields }, input)
    if (given === undefined || sameKey(given, reference)) return
    throw invalid(`${list.primary_key_name} must be that of the path, or be left out`)
  }
  const { email } = input
  if (email === undefined || parseId(reference) !== null) return
  if (email.key !== parseEmail(reference)?.key) {
    throw invalid('email must be that of the path, or be left out, where create is true')
  }
}

function sameKey(given: unknown, reference: string): boolean {
  const isPlain = typeof given === 'string' || typeof given === 'number'
  return isPlain && keyOfValue(given) === keyOfValue(reference)
}

function keyGiven(
  { list, fields }: Pick<ListRules, 'list' | 'fields'>,
  { custom_fields: given }: SubscriberInput,
) {
  const key = fields.find(({ id }) => id === list.primary_key_custom_field_id)
  const names = [key?.name.toLowerCase(), String(key?.id)]
  return Object.entries(given ?? {}).find(([name]) => names.includes(name.trim().toLowerCase()))?.[1]
}

/** The name in the path becomes a value of the record. */
function newInput(
  rules: ListRules,
  named: Named,
  input: SubscriberInput,
): SubscriberInput & { email: EmailAddress } {
  const { reference, by } = named
  requireSameName(rules, named, input)
  if (by === 'key' && rules.list.primary_key_custom_field_id !== null) {
    if (input.email === undefined)
      throw invalid('email cannot be blank: the list does not have this subscriber yet')
    if (keyGiven(rules, input) !== undefined) return { ...input, email: input.email }
    const key = { [rules.list.primary_key_custom_field_id]: reference }
    return {
      ...input,
      email: input.email,
      custom_fields: { ...Object.fromEntries(Object.entries(input.custom_fields ?? {})), ...key },
    }
  }
  if (parseId(reference) !== null) throw notFound('subscriber')
  const email = parseEmail(reference)
  if (email === null) throw invalid(`email ${emailProblem(reference)}`)
  return { ...input, email: input.email ?? email }
}
