import { expect, test } from 'vitest'
import { createTrackingTokens } from '../../../src/links/token.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { countsOf } from '../../harness/records/subscribers.ts'
import { aPreferencePage } from '../../harness/returned/preferences.ts'
import { countersOf, stateOf } from '../../harness/sending/readers.ts'

test('the page offers the list of the link and the public ones, and no program that follows links changes anything', async () => {
  const page = await aPreferencePage()
  const quiet = await aList(page.sql, page.organizationId, { name: 'Internal' })
  const before = await stateOf(page)
  const html = await page.html()
  expect(page.shown(html)).toEqual({ 'News & <more>': 'on', Garden: 'off', 'Sales & more': 'off' })
  expect(html).not.toContain('Internal')
  expect(html).toContain('What grows &lt;now&gt;')
  for (const method of ['GET', 'HEAD'] as const) {
    for (const step of ['', '/lists', '/details', '/pause', '/resume', '/leave']) {
      expect((await page.visit(method, `${page.url}${step}`)).statusCode).toBe(200)
    }
  }
  expect(await stateOf(page)).toEqual(before)
  expect(quiet).toBeGreaterThan(0)
})

test('who joins is active at once, with the time and address of the consent; who leaves is gone; in one step', async () => {
  const page = await aPreferencePage()
  const { sql, listId, garden, api } = page
  const reply = await page.post('lists', { l: [garden], s: [listId] })
  expect(reply).toContain('Your changes are saved.')
  expect(page.shown(reply)).toEqual({ 'News & <more>': 'off', Garden: 'on', 'Sales & more': 'off' })
  const [joined] = await sql`
    select status, subscribe_ip, confirm_time is not null as confirmed, subscribe_time > now() - interval '1 minute' as is_new
    from subscribers where mailing_list_id = ${garden}`
  expect(joined).toEqual({ status: 'active', subscribe_ip: '127.0.0.1', confirmed: true, is_new: true })
  expect(await page.statuses(listId)).toEqual(['unsubscribed', 'active'])
  expect(await countsOf(api, garden)).toMatchObject({ active: 1 })
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, unsubscribed: 1 })
  expect((await countersOf(page, page.campaignId)).slice).toMatchObject({
    unsubs_unique: 1,
    unsubs_status_updated: 1,
  })
  const kinds = await sql`select kind, details from audit_events where kind like 'subscriber.%' order by id`
  expect([...kinds]).toEqual([
    {
      kind: 'subscriber.joined',
      details: { mailing_list_id: garden, to: 'active', by_link: true, campaign_id: page.campaignId },
    },
  ])
  expect(await page.post('lists', { l: [listId, garden], s: [garden] })).toContain('Your changes are saved.')
  expect(await page.statuses(listId)).toEqual(['active', 'active'])
  expect(await countsOf(api, listId)).toMatchObject({ active: 2, unsubscribed: 0 })
})

test('a tab that shows what was before changes only what its reader changes', async () => {
  const page = await aPreferencePage()
  const { listId, garden } = page
  await page.post('leave', {})
  // The old tab shows the first list as on, and its reader ticks only the garden.
  await page.post('lists', { l: [listId, garden], s: [listId] })
  expect(await page.statuses(listId)).toEqual(['unsubscribed', 'active'])
  expect(await page.statuses(garden)).toEqual(['active'])
})

test.each(['bounced', 'scomp', 'deactivated'])(
  'nobody who is %s on a list is brought back',
  async (status) => {
    const page = await aPreferencePage()
    const { sql, organizationId, garden } = page
    await sql`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    values (${organizationId}, ${garden}, 'ann@example.com', ${status})`
    await sql`update subscribers set status = ${status} where id = ${page.subscriberIds[0] ?? 0}`
    expect(page.shown(await page.html())).toMatchObject({ 'News & <more>': 'locked', Garden: 'locked' })
    expect(await page.post('lists', { l: [garden, page.listId] })).toContain('Nothing was changed.')
    expect(await page.statuses(garden)).toEqual([status])
    expect((await page.statuses(page.listId))[0]).toBe(status)
  },
)

test('a suppressed address joins nothing, and only its own unsubscription is lifted', async () => {
  const page = await aPreferencePage()
  const { sql, organizationId, garden, listId } = page
  const [own] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Left') returning id`
  await sql`update organizations set unsub_suppression_list_id = ${own?.id ?? 0} where id = ${organizationId}`
  await page.post('leave', {})
  const suppressed = async () =>
    (await sql`select key from suppressed_addresses order by key`).map(({ key }) => key)
  expect(await suppressed()).toEqual(['ann@example.com'])
  expect(await page.post('lists', { l: [garden] })).toContain('saved')
  expect(await suppressed()).toEqual([])
  await page.post('leave', {})
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, ${own?.id ?? 0}, '@example.com')`
  expect(page.shown(await page.html())).toEqual({
    'News & <more>': 'locked',
    Garden: 'locked',
    'Sales & more': 'locked',
  })
  expect(await page.post('lists', { l: [garden, listId] })).toContain('Nothing was changed.')
  expect(await page.statuses(garden)).toEqual(['unsubscribed'])
})

test('lists of others, lists that are not public and lists with another key cannot be joined', async () => {
  const page = await aPreferencePage()
  const { sql, organizationId, api } = page
  const secret = await aList(sql, organizationId, { name: 'Internal' })
  const foreign = await aList(sql, api.b.organizationId, { name: 'Theirs' })
  const keyed = await aList(sql, organizationId, { name: 'Keyed' })
  const field = await aField(sql, organizationId, keyed, { name: 'Number', required: true })
  await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${keyed}`
  for (const [organization, list] of [
    [api.b.organizationId, foreign],
    [organizationId, keyed],
  ] as const) {
    await sql`insert into list_preferences (organization_id, mailing_list_id, is_public) values (${organization}, ${list}, true)`
  }
  expect(await page.post('lists', { l: [secret, foreign, keyed, 'x', '-1', '99999999999'] })).toContain(
    'Nothing was changed.',
  )
  expect(Object.keys(page.shown(await page.html()))).toHaveLength(3)
  expect(await sql`select 1 from subscribers`).toHaveLength(2)
})

test('where the quota is used up, nothing is changed and the page says so', async () => {
  const page = await aPreferencePage()
  await page.sql`
    update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 2
    where id = ${page.organizationId}`
  expect(await page.post('lists', { l: [page.listId, page.garden], s: [page.listId] })).toContain(
    'A list takes no more subscribers just now.',
  )
  expect(await page.statuses(page.garden)).toEqual([])
})

test('joining twice at once makes one subscriber, and the page says so to both', async () => {
  const page = await aPreferencePage()
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => page.post('lists', { l: [page.listId, page.garden], s: [page.listId] })),
  )
  for (const reply of replies) expect(page.shown(reply)).toMatchObject({ Garden: 'on' })
  expect(await page.statuses(page.garden)).toEqual(['active'])
  expect(await countsOf(page.api, page.garden)).toMatchObject({ active: 1 })
})

test('a damaged, foreign or wrong link leads nowhere, and so does one whose subscriber was deleted', async () => {
  const page = await aPreferencePage()
  const { api, sql, organizationId, listId, campaignId, token } = page
  const ref = { organizationId, listId, source: 'campaign', sourceId: campaignId, subscriberId: page.subscriberIds[0] ?? 0, kind: 'preferences' } as const // oxfmt-ignore
  const forged = createTrackingTokens(openSecrets('f'.repeat(64))).write(ref)
  const before = await stateOf(page)
  const urls = [
    `${page.url}x`,
    `/p/${token('unsubscribe')}`,
    `/u/${token('preferences')}`,
    `/p/${forged}`,
    page.path('preferences', { organizationId: api.b.organizationId }),
    page.path('preferences', { subscriberId: 999_999 }),
    page.path('preferences', { sourceId: 999_999 }),
  ]
  for (const url of urls) {
    expect([url, (await page.visit('GET', url)).statusCode]).toEqual([url, 404])
    expect((await page.visit('POST', `${url}/leave`)).statusCode).toBe(404)
  }
  expect(await stateOf(page)).toEqual(before)
  await sql`delete from subscribers where id = ${page.subscriberIds[0] ?? 0}`
  expect((await page.visit('GET', page.url)).statusCode).toBe(404)
  const dead = (await page.visit('POST', `${page.url}/pause`)).body
  expect(dead).toContain('This link does not work')
  // The signature is right, so the page may show whose link it was.
  expect(dead).toContain('<p class="name">A</p>')
  expect((await page.visit('GET', `/p/${forged}`)).body).not.toContain('class="name"')
})

test('a seed address sees the page and changes nothing', async () => {
  const page = await aPreferencePage()
  const url = page.path('preferences', { subscriberId: 0 })
  const before = await stateOf(page)
  expect((await page.visit('GET', url)).statusCode).toBe(200)
  for (const step of ['lists', 'details', 'pause', 'resume', 'leave']) {
    const payload = `l=${page.garden}&weeks=4`
    expect((await page.visit('POST', `${url}/${step}`, { payload })).statusCode).toBe(200)
  }
  expect(await stateOf(page)).toEqual(before)
})

test('of a deleted list the page shows the others', async () => {
  const page = await aPreferencePage()
  await page.sql`update mailing_lists set deleted_at = now() where id = ${page.listId}`
  expect(page.shown(await page.html())).toEqual({ Garden: 'off', 'Sales & more': 'off' })
  expect(await page.post('lists', { l: [page.garden] })).toContain('saved')
  await page.sql`update mailing_lists set deleted_at = now() where id = ${page.garden}`
  expect(await page.post('lists', { s: [page.garden] })).toContain('Nothing was changed.')
})
