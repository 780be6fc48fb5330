import { expect, test } from 'vitest'
import { aSubscriberApi, type Subscriber } from '../../harness/records/subscribers.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { aWebhook } from '../../harness/records/webhooks.ts'
import { webhookRoutes } from '../../../src/http/webhooks.ts'

async function aTellingList() {
  const api = await aSubscriberApi((route, secrets) => webhookRoutes(route, { secrets }))
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId)
  await aField(api.sql, organizationId, listId, { name: 'City' })
  const path = `mailing_lists/${listId}/subscribers`
  const listen = () =>
    aWebhook(api, {
      url: 'https://receiver.example.com/',
      event_types: ['studio_subscriber_created', 'studio_subscriber_updated'],
    })
  const told = async () =>
    (await api.sql<{ payload: object }[]>`select payload from webhook_events order by id`).map(
      ({ payload }) => payload,
    )
  return { api, listId, path, listen, told }
}

test('a call that creates or changes a subscriber queues an event with the record as answered', async () => {
  const { api, listId, path, listen, told } = await aTellingList()
  await listen()
  const made = await api.call<Subscriber>('POST', path, {
    email: 'ann@example.com',
    custom_fields: { City: 'Ulm' },
  })
  const changed = await api.call<Subscriber>('PUT', `${path}/ann@example.com`, {
    subscriber: { email: 'anna@example.com', status: 'unsubscribed' },
  })
  const common = {
    listid: `a${listId}`,
    list_name: 'List',
    studio_mailing_list_id: listId,
    studio_subscriber_id: made.body.data.id,
  }
  expect(await told()).toEqual([
    {
      ...common,
      event_type: 'studio_subscriber_created',
      email: 'ann@example.com',
      json_after: made.body.data,
    },
    {
      ...common,
      event_type: 'studio_subscriber_updated',
      email: 'anna@example.com',
      json_before: made.body.data,
      json_after: changed.body.data,
    },
  ])
  expect(changed.body.data).toMatchObject({ email: 'anna@example.com', status: 'unsubscribed' })
})

test('queues no event if nothing changes, if the call is rejected, or if no webhook wants it', async () => {
  const { api, path, listen, told } = await aTellingList()
  await api.call('POST', path, { email: 'early@example.com' })
  await listen()
  expect((await api.call('PUT', `${path}/early@example.com`, { status: 'active' })).status).toBe(200)
  expect((await api.call('POST', path, { email: 'early@example.com' })).body.success).toBe(false)
  expect((await api.call('PUT', `${path}/early@example.com`, { status: 'odd' })).body.success).toBe(false)
  expect(await told()).toEqual([])
})
