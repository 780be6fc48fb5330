import { describe, expect, test } from 'vitest'
import { aList } from '../../harness/core/records.ts'
import { aSubscriberList, countsOf } from '../../harness/records/subscribers.ts'

describe('a limit of active subscribers', () => {
  async function limitedStart(limit: number, overage = 0) {
    const started = await aSubscriberList()
    await started.sql`
      update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = ${limit},
        subscriber_quota_overage = ${overage}
      where id = ${started.organizationId}`
    return started
  }

  const refusal = (limit: number) => `the organization has reached its limit of ${limit} active subscribers`

  test('with three free places accepts three of eight who come at once', async () => {
    const { api, path, listId } = await limitedStart(5)
    for (const email of ['x@example.com', 'y@example.com']) await api.call('POST', path, { email })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => api.call('POST', path, { email: `a${index}@example.com` })),
    )
    const messages = answers.map(({ body }) => body.error_message)
    expect(messages.filter((message) => message === null)).toHaveLength(3)
    expect(messages.filter((message) => message === refusal(5))).toHaveLength(5)
    expect(await countsOf(api, listId)).toMatchObject({ active: 5 })
  })

  test('counts new and reactivated subscribers together', async () => {
    const { api, path, listId } = await limitedStart(3)
    const emails = Array.from({ length: 4 }, (_, index) => `back${index}@example.com`)
    for (const email of emails) await api.call('POST', path, { email, status: 'unsubscribed' })
    const answers = await Promise.all([
      ...emails.map((email) => api.call('PUT', `${path}/${email}`, { status: 'active' })),
      ...emails.map((email) => api.call('POST', path, { email: `new-${email}` })),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await countsOf(api, listId)).toMatchObject({ active: 3 })
  })

  test('counts all undeleted lists of the organization, and only active subscribers', async () => {
    const { api, path, sql, organizationId } = await limitedStart(1)
    await api.call('POST', path, { email: 'left@example.com', status: 'unsubscribed' })
    const other = await aList(sql, organizationId, { name: 'Other' })
    expect(
      (await api.call('POST', `mailing_lists/${other}/subscribers`, { email: 'a@example.com' })).status,
    ).toBe(200)
    expect((await api.call('POST', path, { email: 'b@example.com' })).body.error_message).toBe(refusal(1))
    expect((await api.call('POST', path, { email: 'b@example.com', status: 'bounced' })).status).toBe(200)
    await sql`update mailing_lists set deleted_at = now() where id = ${other}`
    expect((await api.call('PUT', `${path}/b@example.com`, { status: 'active' })).status).toBe(200)
  })

  test('is extended by its overage, rounded down, which the error does not mention', async () => {
    const { api, path } = await limitedStart(2, 99)
    const statuses: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      statuses.push((await api.call('POST', path, { email: `${name}@example.com` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 422])
    const { body } = await api.call('POST', path, { email: 'e@example.com' })
    expect(body.error_message).toBe(refusal(2))
  })

  test('does not prevent other changes', async () => {
    const { api, path, sql, organizationId } = await limitedStart(1)
    await api.call('POST', path, { email: 'a@example.com' })
    await sql`update organizations set subscriber_quota_limit = 0 where id = ${organizationId}`
    expect(
      (await api.call('PUT', `${path}/a@example.com`, { status: 'active', email: 'b@example.com' })).status,
    ).toBe(200)
  })
})
