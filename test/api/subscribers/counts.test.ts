import { expect, test } from 'vitest'
import type { SubscriberCounts } from '../../../src/contract/subscribers/counts.ts'
import { aList } from '../../harness/core/records.ts'
import { aSubscriberApi, subscribe } from '../../harness/records/subscribers.ts'
import { subscriberCountRoutes } from '../../../src/http/subscribers/counts.ts'

const none = { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 }

test('subscribers are counted by status, for each list and in total, without deleted lists and other organizations', async () => {
  const api = await aSubscriberApi(subscriberCountRoutes)
  const { sql, a, b, call, system } = api
  const first = await aList(sql, a.organizationId, { name: 'First' })
  const deleted = await aList(sql, a.organizationId, { name: 'Deleted' })
  const empty = await aList(sql, a.organizationId, { name: 'Empty' })
  const second = await aList(sql, a.organizationId, { name: 'Another' })
  await subscribe(api, first, [
    'a@example.com',
    'b@example.com',
    'c@example.com',
    'd@example.com',
    'e@example.com',
  ])
  await subscribe(api, second, ['a@example.com'])
  await subscribe(api, deleted, ['a@example.com'])
  await subscribe(api, await aList(sql, b.organizationId), ['a@example.com'], b)
  for (const [email, status] of Object.entries({
    b: 'bounced',
    c: 'unsubscribed',
    d: 'scomp',
    e: 'deactivated',
  })) {
    await call('PUT', `mailing_lists/${first}/subscribers/${email}@example.com`, { status })
  }
  await sql`update mailing_lists set deleted_at = now() where id = ${deleted}`
  const one = { active: 1, bounced: 1, unsubscribed: 1, scomp: 1, deactivated: 1 }
  const expected = {
    organization: { id: a.organizationId, name: 'A' },
    counts: { ...one, active: 2 },
    mailing_lists: [
      { mailing_list: { id: first, name: 'First' }, counts: one },
      { mailing_list: { id: empty, name: 'Empty' }, counts: none },
      { mailing_list: { id: second, name: 'Another' }, counts: { ...none, active: 1 } },
    ],
  }
  expect((await call<SubscriberCounts>('GET', 'subscriber_counts')).body.data).toEqual(expected)
  for (const spelled of ['organizations', 'organization']) {
    const path = `${spelled}/${a.organizationId}/subscriber_counts`
    expect((await call('GET', path, undefined, system)).body.data).toEqual(expected)
    expect((await call('GET', path, undefined, a)).status).toBe(403)
  }
  expect((await call('GET', 'organizations/999/subscriber_counts', undefined, system)).status).toBe(404)
})

test('an organization without lists has none', async () => {
  const { call, b } = await aSubscriberApi(subscriberCountRoutes)
  expect((await call('GET', 'subscriber_counts', undefined, b)).body.data).toEqual({
    organization: { id: b.organizationId, name: 'B' },
    counts: none,
    mailing_lists: [],
  })
})
