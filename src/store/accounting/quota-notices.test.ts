import { expect, test } from 'vitest'
import { aSubscriberList } from '../../../test/harness/records/subscribers.ts'

async function aNotifiedOrganization(columns: Record<string, string | number | boolean> = {}) {
  const started = await aSubscriberList()
  const { sql, organizationId, api, path } = started
  const quota = {
    subscriber_quota_mode: 'visible_limit',
    subscriber_quota_limit: 2,
    subscriber_quota_overage: 50,
    subscriber_quota_notify: true,
    ...columns,
  }
  await sql`update organizations set ${sql(quota)} where id = ${organizationId}`
  for (const [name, owner, role, active] of [
    ['boss', organizationId, 'organization_admin', true],
    ['former', organizationId, 'organization_admin', false],
    ['clerk', organizationId, 'standard', true],
    ['stranger', api.b.organizationId, 'organization_admin', true],
  ] as const) {
    const email = `${name}@example.com`
    await sql`
      insert into users (organization_id, full_name, email, email_key, role, active)
      values (${owner}, ${name}, ${email}, ${email}, ${role}, ${active})`
  }
  const add = async (name: string) => (await api.call('POST', path, { email: `${name}@example.com` })).status
  const mails = () => sql`select organization_id, to_email, text from system_mails order by id`
  const nextDay = () =>
    sql`update organizations set subscriber_quota_notified_on = subscriber_quota_notified_on - 1`
  return { ...started, add, mails, nextDay }
}

test('the administrators hear that the limit is reached: once a day, and of refusals too', async () => {
  const { organizationId, add, mails, nextDay } = await aNotifiedOrganization()
  expect(await add('a')).toBe(200)
  expect(await mails()).toHaveLength(0)
  expect(await add('b')).toBe(200)
  const mail = {
    organization_id: organizationId,
    to_email: 'boss@example.com',
    text: expect.stringMatching(
      /^Hello boss,\n\nA has reached its limit of 2 active subscribers\. [^\n]*\n\nTo make room, unsubscribe or delete /,
    ),
  }
  expect([...(await mails())]).toEqual([mail])
  expect(await add('c')).toBe(200)
  expect(await add('d')).toBe(422)
  expect(await mails()).toHaveLength(1)
  await nextDay()
  expect(await Promise.all(['d', 'e', 'f'].map(add))).toEqual([422, 422, 422])
  expect([...(await mails())]).toEqual([mail, mail])
})

test('a hidden limit is not named', async () => {
  const { add, mails } = await aNotifiedOrganization({
    subscriber_quota_mode: 'hidden_limit',
    subscriber_quota_limit: 1,
  })
  await add('a')
  expect((await mails())[0]).toMatchObject({
    text: expect.stringContaining('A has reached its limit of active subscribers.'),
  })
})

test('nobody hears of a limit that says so to nobody', async () => {
  const { add, mails } = await aNotifiedOrganization({ subscriber_quota_notify: false })
  for (const name of ['a', 'b', 'c', 'd']) await add(name)
  expect(await mails()).toHaveLength(0)
})
