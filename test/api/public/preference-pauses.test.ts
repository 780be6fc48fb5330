import { expect, test } from 'vitest'
import { aPreferencePage } from '../../harness/returned/preferences.ts'

type Pause = { paused_until: string | null }
type Event = { kind: string; until: string | null; campaign: { id: number } | null }

test('a pause is of all lists that the reader gets, until a day that the page names in their language', async () => {
  const page = await aPreferencePage()
  const { sql, listId, garden, subscriberIds } = page
  await page.post('lists', { l: [garden] })
  const reply = await page.post('pause', { weeks: '4' })
  expect(reply).toContain('Your break has begun.')
  const rows = await sql<{ mailing_list_id: number; ip: string; days: number; until: Date }[]>`
    select mailing_list_id, ip, round(extract(epoch from paused_until - now()) / 86400)::integer as days,
      paused_until as until
    from subscriber_pauses order by mailing_list_id`
  expect(rows.map(({ mailing_list_id, ip, days }) => ({ mailing_list_id, ip, days }))).toEqual(
    [listId, garden]
      .toSorted((a, b) => a - b)
      .map((id) => ({ mailing_list_id: id, ip: '127.0.0.1', days: 28 })),
  )
  const german = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await page.html({ 'accept-language': 'de' })).toContain(
    `Sie erhalten bis zum <strong>${german.format(rows[0]?.until)}</strong> keine Nachrichten.`,
  )
  const shown = await page.api.call<Pause>(
    'GET',
    `mailing_lists/${listId}/subscribers/${subscriberIds[0]}/pause`,
  )
  expect(Date.parse(shown.body.data.paused_until ?? '') / 1000).toBeCloseTo(
    (rows[0]?.until.getTime() ?? 0) / 1000,
    -1,
  )
})

test('a longer pause replaces the shorter one, ends early when asked, and the history has both', async () => {
  const page = await aPreferencePage()
  const { sql, listId, subscriberIds, campaignId, api } = page
  await page.post('pause', { weeks: '1' })
  await page.post('pause', { weeks: '12' })
  const [{ days } = {}] = await sql`
    select round(extract(epoch from paused_until - now()) / 86400)::integer as days from subscriber_pauses`
  expect(days).toBe(84)
  expect(await page.post('resume', {})).toContain('Your break is over.')
  expect(await page.post('resume', {})).toContain('Nothing was changed.')
  expect(await sql`select 1 from subscriber_pauses`).toHaveLength(0)
  const events = await api.call<Event[]>(
    'GET',
    `mailing_lists/${listId}/subscribers/${subscriberIds[0]}/events?part=changes`,
  )
  const told = events.body.data.filter(({ kind }) => kind === 'paused' || kind === 'resumed')
  expect(told.map(({ kind, until, campaign }) => [kind, until !== null, campaign?.id])).toEqual([
    ['resumed', false, campaignId],
    ['paused', true, campaignId],
    ['paused', true, campaignId],
  ])
})

test.each(['0', '3', '-1', '4.0', '1e9', '', 'four'])('a pause of %j weeks is none', async (weeks) => {
  const page = await aPreferencePage()
  expect(await page.post('pause', { weeks })).toContain('Nothing was changed.')
  expect(await page.sql`select 1 from subscriber_pauses`).toHaveLength(0)
})

test('who has left has nothing to pause, and who joins again is no longer paused', async () => {
  const page = await aPreferencePage()
  await page.post('pause', { weeks: '4' })
  expect(await page.post('leave', {})).toContain('You are unsubscribed from everything.')
  expect(await page.html()).not.toContain('name="weeks"')
  expect(await page.post('pause', { weeks: '8' })).toContain('Nothing was changed.')
  await page.post('lists', { l: [page.listId] })
  expect(await page.html()).toContain('name="weeks"')
  expect(await page.sql`select 1 from subscriber_pauses`).toHaveLength(0)
})

test('by a call a pause has any end within two years, in the zone of the organization', async () => {
  const { api, listId, subscriberIds, sql } = await aPreferencePage()
  const path = `mailing_lists/${listId}/subscribers/${subscriberIds[0]}/pause`
  const put = (paused_until: unknown) => api.call<Pause>('PUT', path, { pause: { paused_until } })
  const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
  const [{ zone } = { zone: 'UTC' }] = await sql<
    { zone: string }[]
  >`select time_zone as zone from organizations where id = ${api.a.organizationId}`
  const set = (await put(`${day} 09:00`)).body.data.paused_until ?? ''
  expect(
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(set),
    ),
  ).toBe(`${day} 09:00`)
  expect((await put(null)).body.data).toEqual({ paused_until: null, paused_at: null })
  for (const [value, problem] of [
    ['yesterday', 'must be a date and time'],
    ['2001-01-01', 'must be in the future'],
    ['2999-01-01', 'must be at most two years ahead'],
  ]) {
    const { status, body } = await put(value)
    expect([status, body.error_message]).toEqual([422, expect.stringContaining(problem ?? '')])
  }
  expect((await api.call('PUT', path, { pause: { paused_until: day } }, api.b)).status).toBe(404)
})
