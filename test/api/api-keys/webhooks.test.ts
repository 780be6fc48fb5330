import { expect, test } from 'vitest'
import { queueEvents } from '../../../src/store/webhooks/events.ts'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { aWholeApi } from '../../harness/records/tenants.ts'

async function aHookedApi() {
  const api = await aWholeApi()
  const call = async (as: Actor, method: string, path: string, body?: unknown) => {
    const { status, text } = await api.request(method, path, as, body)
    const { data, error_message: message } = JSON.parse(text)
    return { status, data, message }
  }
  const list = async (name: string) =>
    (await call(api.a, 'POST', 'mailing_lists', { mailing_list: { name } })).data.id as number
  const [seen, hidden] = [await list('News'), await list('Hidden')]
  const limited = await anActor(api.sql, api.secrets, api.a.organizationId)
  await api.sql`update api_keys set mailing_list_ids = ${[seen]} where id = ${limited.apiKeyId}`
  const hook = { url: 'https://example.com/', event_types: ['studio_subscriber_created'] }
  const add = (as: Actor, listId: number, email: string) =>
    call(as, 'POST', `mailing_lists/${listId}/subscribers`, { email, status: 'active' })
  const reported = async (id: number) =>
    (
      await api.sql<{ email: string }[]>`
        select payload ->> 'email' as email from webhook_events where webhook_id = ${id} order by id`
    ).map(({ email }) => email)
  return { api, call, seen, hidden, limited, hook, add, reported }
}

test('a webhook that a limited key makes reports its lists only, and one for all reports what the key does', async () => {
  const { api, call, seen, hidden, limited, hook, add, reported } = await aHookedApi()
  const own = await call(limited, 'POST', 'webhooks', { ...hook, name: 'Own' })
  expect(own.data.mailing_list_ids).toEqual([seen])
  const all = await call(api.a, 'POST', 'webhooks', { ...hook, name: 'All' })
  expect(all.data.mailing_list_ids).toBeNull()
  await add(api.a, seen, 'ann@example.com')
  await add(api.a, hidden, 'eve@example.com')
  await add(limited, seen, 'bob@example.com')
  expect(await reported(own.data.id)).toEqual(['ann@example.com', 'bob@example.com'])
  expect(await reported(all.data.id)).toEqual(['ann@example.com', 'eve@example.com', 'bob@example.com'])
})

test('to a limited key, webhooks that report other lists do not exist, and its own cannot be widened', async () => {
  const { api, call, seen, hidden, limited, hook } = await aHookedApi()
  const all = await call(api.a, 'POST', 'webhooks', { ...hook, name: 'All' })
  const both = await call(api.a, 'POST', 'webhooks', {
    ...hook,
    name: 'Both',
    mailing_list_ids: [seen, hidden],
  })
  const own = await call(limited, 'POST', 'webhooks', { ...hook, name: 'Own', mailing_list_ids: [seen] })
  expect((await call(limited, 'GET', 'webhooks')).data).toMatchObject([{ id: own.data.id }])
  for (const { data } of [all, both]) {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate_secret'],
      ['POST', '/test'],
      ['POST', '/replay'],
      ['GET', '/dead_events'],
      ['GET', '/deliveries'],
    ] as const) {
      const { status } = await call(
        limited,
        method,
        `webhooks/${data.id}${path}`,
        method === 'GET' ? undefined : {},
      )
      expect([method, path, status]).toEqual([method, path, 404])
    }
  }
  const put = (lists: number[] | null) =>
    call(limited, 'PUT', `webhooks/${own.data.id}`, { mailing_list_ids: lists })
  expect((await put([hidden])).message).toBe(
    `mailing_list_ids has ids that are no mailing list of the organization: ${hidden}`,
  )
  expect((await put(null)).data.mailing_list_ids).toEqual([seen])
})

test('what waited for a webhook of all lists goes when it is limited, but for its lists', async () => {
  const { api, call, seen, hidden, hook, add, reported } = await aHookedApi()
  const { data } = await call(api.a, 'POST', 'webhooks', { ...hook, name: 'All' })
  await add(api.a, seen, 'ann@example.com')
  await add(api.a, hidden, 'eve@example.com')
  await call(api.a, 'PUT', `webhooks/${data.id}`, { mailing_list_ids: [seen] })
  expect(await reported(data.id)).toEqual(['ann@example.com'])
})

test('events that name their list as programs know it, and those of no list, are told apart', async () => {
  const { api, call, seen, hidden, hook, reported } = await aHookedApi()
  const own = { ...hook, event_types: ['bounce_all', 'message_accepted'] }
  const { data } = await call(api.a, 'POST', 'webhooks', { ...own, name: 'Own', mailing_list_ids: [seen] })
  const ofLists = [`a${seen}`, `a${hidden}`, `c${seen}`].map((listid) => ({ listid, email: listid }))
  await queueEvents(api.sql, api.a.organizationId, 'bounce_all', ofLists)
  await queueEvents(api.sql, api.a.organizationId, 'message_accepted', [{ email: 'of no list' }])
  expect(await reported(data.id)).toEqual([`a${seen}`])
})
