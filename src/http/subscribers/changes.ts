import {
  addSubscriber,
  changeSubscriber,
  removeSubscriber,
  type Given,
  type SubscriberPlace,
} from '../../actions/subscribers/change.ts'
import { createAdds } from '../../actions/subscribers/adding.ts'
import { putSubscriber } from '../../actions/subscribers/put.ts'
import { checkFields } from '../../contract/api/problems.ts'
import { writeBatch } from '../../actions/subscribers/batch.ts'
import { writeSubscriberBatch } from '../../contract/subscribers/batch.ts'
import {
  createSubscriber,
  deleteSubscriber,
  reactionInput,
  updateSubscriber,
  type ReactionInput,
} from '../../contract/subscribers/endpoints.ts'
import type { Router } from '../route/bind.ts'

/** A record of 2 kB on the average, with room. */
const batchBytesMax = 4 * 1_048_576

export function subscriberChangeRoutes(route: Router): void {
  const gathered = createAdds()
  route(createSubscriber, async (call) => {
    const add = call.isAlone ? addSubscriber : gathered
    return {
      data: await add(call.sql, call, call.params.mailing_list_id, { ...givenBy(call), once: call.once }),
    }
  })

  route(
    writeSubscriberBatch,
    async (call) => ({
      data: await writeBatch(call.sql, call, call.params.mailing_list_id, call.fields),
    }),
    { bodyLimit: batchBytesMax },
  )

  route(updateSubscriber, async (call) => {
    const write = call.query.create === true ? putSubscriber : changeSubscriber
    return { data: await write(call.sql, call, { ...placeOf(call), by: call.query.by }, givenBy(call)) }
  })

  route(deleteSubscriber, async (call) => {
    await removeSubscriber(call.sql, call, placeOf(call))
    return { data: null }
  })
}

type PersonParams = { mailing_list_id: number; id_or_email: string }

function placeOf({ params }: { params: PersonParams }): SubscriberPlace {
  return { listId: params.mailing_list_id, reference: params.id_or_email }
}

/** The keys can be inside the record or next to it; the record takes precedence. */
function givenBy<Fields extends ReactionInput>(call: { fields: () => Fields; body: unknown }): Given<Fields> {
  const reactions = (record: ReactionInput) => {
    const beside = checkFields(reactionInput, call.body ?? {})
    return {
      skip: (record.skip_autoresponders ?? beside.skip_autoresponders) === true,
      run: (record.run_autoresponders ?? beside.run_autoresponders) === true,
      filter: record.autoresponder_filter ?? beside.autoresponder_filter ?? null,
      excludeReacted: (record.autoresponder_exclude_reacted ?? beside.autoresponder_exclude_reacted) === true,
    }
  }
  return { fields: call.fields, reactions }
}
