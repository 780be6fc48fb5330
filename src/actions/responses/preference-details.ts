import { checkFieldJson, type FieldRules, type FieldValue } from '../../contract/lists/field-values.ts'
import { sentValue, type ShownField } from '../../contract/subscribers/editable-fields.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { changedSubscriber } from '../../contract/subscribers/values.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { findEditableFields, findPreferenceReader } from '../../store/responses/preferences.ts'
import { actorOf, kept, noReactions } from '../subscribers/come-back.ts'
import { recordOf } from '../subscribers/record.ts'
import { addressOf } from '../subscribers/references.ts'
import { queueSubscriberEvent, writeSubscriber } from '../subscribers/write.ts'
import { rulesOf } from './preference-lists.ts'
import { markOf, type PreferenceVisit } from './preference-view.ts'

export type DetailsOutcome = 'saved' | 'unchanged' | { faulty: ReadonlyMap<number, Faulty> }

/** To be shown again, as the reader sent it. */
type Faulty = Pick<ShownField, 'value' | 'problem'>

/**
 * Changes what the reader has changed on the page, on the list of the link: fields that the form does not have, or whose value
 * is that of the page, stay as they are now. All or nothing.
 */
export async function changeDetails(
  sql: Scoped,
  visit: PreferenceVisit,
  form: URLSearchParams,
): Promise<DetailsOutcome> {
  if (!visit.counts) return 'unchanged'
  const { organizationId, reader: { listId, subscriberId } } = visit // oxfmt-ignore
  try {
    return await repeated(() =>
      sql.begin(async (sql) => {
        if ((await findPreferenceReader(sql, organizationId, visit.reader)) === null) return 'unchanged'
        const rules = await rulesOf(sql, visit, listId)
        const fields = await findEditableFields(sql, organizationId, listId)
        const { given, faulty } = readDetails(fields, form)
        if (faulty.size > 0) return { faulty }
        const ids = fields.flatMap(({ id, name }) => (Object.hasOwn(given, name) ? [id] : []))
        if (ids.length === 0) return 'unchanged'
        let before: SubscriberRecord | undefined
        const actor = actorOf(visit)
        const row = await writeSubscriber(sql, actor, rules.list, {
          id: subscriberId,
          mayActivate: false,
          mayBecome: undefined,
          reactions: noReactions,
          change: (row) => {
            before = recordOf(row, rules)
            return changedSubscriber(
              row,
              addressOf(row),
              { ...kept, custom_fields: given },
              {
                ...rules.list,
                ...rules,
              },
            )
          },
        })
        await actor.audit(sql, {
          kind: 'subscriber.details_changed',
          subject_type: 'Subscriber',
          subject_id: row.id,
          details: { mailing_list_id: listId, custom_field_ids: ids },
        })
        await queueSubscriberEvent(sql, organizationId, rules.list, { before, after: recordOf(row, rules) })
        return 'saved'
      }),
    )
  } catch (error) {
    // The list or the person is gone: the page shows what is.
    if (error instanceof AppError) return 'unchanged'
    throw error
  }
}

function readDetails(fields: readonly FieldRules[], form: URLSearchParams) {
  const given = new Map<string, FieldValue | null>()
  const faulty = new Map<number, Faulty>()
  for (const field of fields) {
    const mark = form.get(`w${field.id}`)
    const sent = sentValue(field, form)
    if (mark === null || markOf(sent) === mark) continue
    // A form omits boxes without a tick: a box that had one before means false.
    const value = field.field_type === 'boolean' && sent === null ? false : sent
    const checked = checkFieldJson(field, value)
    if ('problem' in checked) {
      faulty.set(field.id, { value: sent, problem: sent === null ? 'fieldRequired' : 'fieldFaulty' })
    } else given.set(field.name, checked.value)
  }
  // By name, which takes precedence over an id. From entries, because a field may be called `__proto__`.
  return { given: Object.fromEntries(given), faulty }
}
