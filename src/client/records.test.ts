import { expect, test } from 'vitest'
import { aServer } from '../../test/harness/core/server.ts'
import { createMailingList, listMailingLists } from '../contract/lists/endpoints.ts'
import { createSubscriber, listSubscribers } from '../contract/subscribers/endpoints.ts'
import { createClient } from './api.ts'
import { records } from './records.ts'

test('all records of a list come, by token and by page number', async () => {
  const server = await aServer()
  const client = createClient({ url: server.url, credential: server.a.credential })
  const names = ['five', 'four', 'one', 'three', 'two']
  const ids: number[] = []
  for (const name of names) ids.push((await client.call(createMailingList, { body: { name } })).data.id)
  const params = { mailing_list_id: ids[0] ?? 0 }
  for (const name of names) {
    await client.call(createSubscriber, { params, body: { email: `${name}@example.com` } })
  }
  const lists: string[] = []
  for await (const { name } of records(client, listMailingLists, { query: { per_page: 2 } })) lists.push(name)
  expect(lists.toSorted()).toEqual(names)
  const emails: string[] = []
  for await (const { email } of records(client, listSubscribers, { params, query: { per_page: 2 } })) {
    emails.push(email)
  }
  expect(emails.toSorted()).toEqual(names.map((name) => `${name}@example.com`))
  const empty = { mailing_list_id: ids[1] ?? 0 }
  expect((await records(client, listSubscribers, { params: empty }).next()).done).toBe(true)
})
