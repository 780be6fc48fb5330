import { expect, test } from 'vitest'
import { eraseSystemMails } from '../../../src/store/erasure/mentions.ts'
import { createSubmissionPace } from '../../../src/http/public/forms/pace.ts'
import { endReactions } from '../../../src/store/erasure/traces.ts'
import { insertChangeToken } from '../../../src/store/responses/address-changes.ts'
import { aPreferencePage } from '../../harness/returned/preferences.ts'
import { stateOf } from '../../harness/sending/readers.ts'
import { countsOf } from '../../harness/records/subscribers.ts'

const sent = 'We have sent a message to both addresses.'

/** Ann's page, and the links of the mails that her wish queues, as the sender makes them. */
async function aPageOfAddresses(limits: Parameters<typeof aPreferencePage>[0] = {}) {
  const page = await aPreferencePage(limits)
  const { sql, database, organizationId } = page
  const mails = async () => [
    ...(await sql<{ to: string; text: string; id: number; isNew: boolean }[]>`
      select to_email as to, text, address_change_id as id, is_new_address as "isNew" from system_mails order by id`),
  ]
  /** The path of the link to one of the two. */
  const linkOf = async (isNew: boolean) => {
    const mail = (await mails()).find((one) => one.isNew === isNew)
    const made = await database
      .within(organizationId)
      .begin((sql) => insertChangeToken(sql, organizationId, { id: mail?.id ?? 0, isNew }))
    return `/p/change/${made?.handle}`
  }
  const wish = (email: string) => page.post('address', { email })
  const links = async (email = 'anna@new.example') => {
    expect(await wish(email)).toContain(sent)
    return { old: await linkOf(false), new: await linkOf(true) }
  }
  const press = async (url: string) => (await page.visit('POST', url)).body
  const emails = async (listId = page.listId) =>
    (
      await sql`select coalesce(email, key) as email from subscribers where mailing_list_id = ${listId} order by id`
    ).map(({ email }) => email)
  return { ...page, mails, linkOf, wish, links, press, emails }
}

test('an address is changed on all lists of the page once both have confirmed it, in either order', async () => {
  const page = await aPageOfAddresses()
  await page.post('lists', { l: [page.garden] })
  for (const order of [
    ['old', 'new'],
    ['new', 'old'],
  ] as const) {
    // oxfmt-ignore
    const email = `${order[0]}first@new.example`
    const links = await page.links(email)
    const before = await page.emails()
    expect(await page.press(links[order[0]])).toContain('Your confirmation is saved')
    expect(await page.emails()).toEqual(before)
    expect(await page.press(links[order[1]])).toContain(`Messages now go to <strong>${email}</strong>.`)
    expect(await page.emails()).toEqual([email, 'bob@example.com'])
    expect(await page.emails(page.garden)).toEqual([email])
    // Pressed again, nothing more happens.
    const state = await stateOf(page)
    expect(await page.press(links.old)).toContain('Your address is changed')
    expect(await stateOf(page)).toEqual(state)
  }
  expect(await countsOf(page.api, page.listId)).toMatchObject({ active: 2 })
  const events =
    await page.sql`select kind, details from audit_events where kind = 'subscriber.address_changed'`
  expect(events).toHaveLength(4)
  expect(JSON.stringify(events)).not.toContain('example')
})

test('no GET confirms or stops anything, and the new address does not learn the old one', async () => {
  const page = await aPageOfAddresses()
  const links = await page.links()
  const changes = () => page.sql`select * from address_changes`
  const before = await changes()
  for (const url of Object.values(links)) {
    for (const path of [url, `${url}/stop`]) {
      const reply = await page.visit('GET', path)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).not.toContain('ann@example.com')
    }
  }
  expect(await changes()).toEqual(before)
  const [, toNew] = await page.mails()
  expect(toNew?.to).toBe('anna@new.example')
  expect(toNew?.text).not.toContain('ann@example.com')
  // What is stored opens nothing.
  const token = links.old.split('.')[1] ?? ''
  const stored =
    await page.sql`select (select jsonb_agg(m) from system_mails m)::text || (select jsonb_agg(t) from address_change_tokens t)::text as all`
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('a link of an earlier wish, one that is over, a forged one and one of another organization are dead', async () => {
  const page = await aPageOfAddresses()
  const first = await page.links('first@new.example')
  await page.links('second@new.example')
  for (const url of Object.values(first)) expect((await page.visit('POST', url)).statusCode).toBe(404)
  const current = { old: await page.linkOf(false), new: await page.linkOf(true) }
  const foreign = current.old.replace(`/${page.organizationId}.`, `/${page.api.b.organizationId}.`)
  for (const url of [
    foreign,
    `${current.old}x`,
    current.old.slice(0, -1),
    '/p/change/1.abc',
    '/p/change/x',
  ]) {
    expect([url, (await page.visit('POST', url)).statusCode]).toEqual([url, 404])
  }
  await page.press(current.old)
  await page.sql`update address_changes set expires_at = now()`
  expect((await page.visit('POST', current.new)).statusCode).toBe(404)
  expect(await page.emails()).toEqual(['ann@example.com', 'bob@example.com'])
})

test('either address can stop it, and then it is over for both', async () => {
  const page = await aPageOfAddresses()
  const links = await page.links()
  await page.press(links.new)
  expect(await page.press(`${links.old}/stop`)).toContain('The change is stopped')
  for (const url of Object.values(links)) expect((await page.visit('POST', url)).statusCode).toBe(404)
  expect(await page.emails()).toEqual(['ann@example.com', 'bob@example.com'])
})

test('the answer is the same for an address that is known, suppressed or new; a suppressed one gets no mail', async () => {
  const page = await aPageOfAddresses()
  const { sql, organizationId } = page
  const [list] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Never') returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, ${list?.id ?? 0}, 'never@new.example')`
  const replies = new Set<string>()
  for (const email of ['bob@example.com', 'never@new.example', 'nobody@new.example']) {
    replies.add(await page.wish(email))
  }
  expect(replies.size).toBe(1)
  expect([...replies][0]).toContain(sent)
  await page.wish('never@new.example')
  expect((await page.mails()).map(({ to }) => to)).toEqual(['ann@example.com'])
  for (const email of ['', 'x', 'ANN@example.com', 'a@b', 'a b@c.example\r\nBcc: x@y.example']) {
    expect(await page.wish(email)).toContain('Please enter another address')
  }
})

test('after five wishes within a day there are no more mails', async () => {
  const page = await aPageOfAddresses()
  for (let nth = 1; nth <= 5; nth += 1) expect(await page.wish(`n${nth}@new.example`)).toContain(sent)
  expect(await page.wish('n6@new.example')).toContain('several times today')
  expect((await page.mails()).map(({ to }) => to)).toEqual(['ann@example.com', 'n5@new.example'])
})

test('a wish that its owner stops counts as well, and of many at once no more are taken', async () => {
  const page = await aPageOfAddresses()
  for (let nth = 1; nth <= 3; nth += 1) {
    const links = await page.links(`n${nth}@new.example`)
    expect(await page.press(`${links.old}/stop`)).toContain('The change is stopped')
  }
  const answers = await Promise.all([4, 5, 6, 7].map((nth) => page.wish(`n${nth}@new.example`)))
  expect(answers.filter((answer) => answer.includes(sent))).toHaveLength(2)
  expect(answers.filter((answer) => answer.includes('several times today'))).toHaveLength(2)
})

test('the first wishes of a subscriber may come at the same time', async () => {
  const page = await aPageOfAddresses()
  const answers = await Promise.all([1, 2, 3].map((nth) => page.wish(`n${nth}@new.example`)))
  expect(answers.map((answer) => answer.includes(sent))).toEqual([true, true, true])
  expect(await page.mails()).toHaveLength(2)
})

test('wishes count with the submissions of web forms from the same network', async () => {
  const page = await aPageOfAddresses({ submissionPace: createSubmissionPace(2, () => 0) })
  for (const nth of [1, 2]) expect(await page.wish(`n${nth}@new.example`)).toContain(sent)
  expect(await page.wish('n3@new.example')).toContain('Please try again')
  expect((await page.mails()).map(({ to }) => to)).toEqual(['ann@example.com', 'n2@new.example'])
  // Nothing else of the page is limited by them.
  expect(await page.post('pause', { weeks: 4 })).toContain('no messages until')
})

test('a new address that is on the list already stays there, and the old one leaves', async () => {
  const page = await aPageOfAddresses()
  const links = await page.links('bob@example.com')
  await page.press(links.old)
  expect(await page.press(links.new)).toContain('Messages now go to <strong>bob@example.com</strong>.')
  expect(await page.statuses(page.listId)).toEqual(['unsubscribed', 'active'])
})

test.each(['bounced', 'scomp', 'deactivated'])(
  'an address that is %s on the list does not come back',
  async (status) => {
    const page = await aPageOfAddresses()
    await page.sql`update subscribers set status = ${status} where key = 'bob@example.com'`
    const links = await page.links('bob@example.com')
    await page.press(links.old)
    expect(await page.press(links.new)).toContain('The address cannot be used')
    expect(await page.statuses(page.listId)).toEqual(['active', status])
    expect(await page.emails()).toEqual(['ann@example.com', 'bob@example.com'])
  },
)

test('pressed by both at once it is changed once', async () => {
  const page = await aPageOfAddresses()
  const links = await page.links()
  await Promise.all([links.old, links.new, links.old, links.new].map(page.press))
  expect(await page.emails()).toEqual(['anna@new.example', 'bob@example.com'])
  expect(await page.sql`select 1 from audit_events where kind = 'subscriber.address_changed'`).toHaveLength(1)
})

test('of a subscriber who is gone meanwhile the link leads nowhere, and a seed address changes nothing', async () => {
  const page = await aPageOfAddresses()
  const links = await page.links()
  await page.press(links.old)
  await page.sql`delete from subscribers where key = 'ann@example.com'`
  expect(await page.press(links.new)).toContain('The address cannot be used')
  const seed = page.path('preferences', { subscriberId: 0 })
  await page.visit('POST', `${seed}/address`, { payload: 'email=x%40new.example' })
  expect(await page.mails()).toHaveLength(2)
})

test('a wish goes with the subscriber, and with the erasure of the new address', async () => {
  const page = await aPageOfAddresses()
  const { sql, organizationId, listId, subscriberIds } = page
  const left = async () => [
    ...(await sql`
      select (select count(*)::integer from address_changes) as changes,
        (select count(*)::integer from address_change_tokens) as tokens,
        (select count(*)::integer from system_mails) as mails`),
  ]
  await page.links()
  expect(await left()).toEqual([{ changes: 1, tokens: 2, mails: 2 }])
  await sql.begin((sql) => endReactions(sql, organizationId, listId, [subscriberIds[0] ?? 0]))
  expect(await left()).toEqual([{ changes: 0, tokens: 0, mails: 0 }])
  await page.links()
  await sql.begin((sql) => eraseSystemMails(sql, organizationId, ['anna@new.example']))
  expect(await left()).toEqual([{ changes: 0, tokens: 0, mails: 0 }])
})
