import { triggerForSubscriber } from '../../actions/autoresponders/trigger.ts'
import { triggerAutoresponders } from '../../contract/autoresponders/trigger.ts'
import { parseBoolean } from '../../contract/values/text.ts'
import type { Router } from '../route/bind.ts'
import { recordOf } from '../server/json-body.ts'

export function triggerAutoresponderRoutes(route: Router): void {
  route(triggerAutoresponders, async (call) => {
    const place = { listId: call.params.mailing_list_id, reference: call.params.id_or_email }
    const given = { fields: call.fields, mayCreate: () => mayCreate(call.body) }
    const { autoresponders, subscriber, result } = await triggerForSubscriber(call.sql, call, place, given)
    return {
      data: { triggered_autoresponders: autoresponders, subscriber, subscription_result: result },
    }
  })
}

function mayCreate(body: unknown): boolean {
  const record = recordOf(body, 'data')
  return (
    typeof record === 'object' &&
    record !== null &&
    'create_missing_subscriber' in record &&
    parseBoolean(record.create_missing_subscriber) === true
  )
}
