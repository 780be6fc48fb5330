import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { fates } from './world.ts'

const zones = ['Pacific/Auckland', 'Europe/Berlin', 'Central Time (US & Canada)', 'nowhere']
const organizationZone = 'Asia/Tokyo'

/** People in turn in each of the zones: the organization's, which is not UTC, for the last. */
async function aWorldOfZones(count: number) {
  const world = await aCampaignWorld(count)
  const { sql, organizationId, listId } = world
  await sql`update organizations set time_zone = ${organizationZone} where id = ${organizationId}`
  const [field] = await sql<[{ id: number }]>`
    insert into custom_fields (organization_id, mailing_list_id, name, field_type)
    values (${organizationId}, ${listId}, 'Zone', 'text') returning id`
  const [first] = await sql<[{ id: number }]>`select min(id) as id from subscribers`
  await sql`
    update subscribers set custom_fields = ('{"' || ${field.id}::integer || '":"' ||
      (${zones}::text[])[1 + (id - ${first.id}) % 4] || '"}')::jsonb`
  return { ...world, fieldId: field.id }
}

const wake = async ({ sql }: Awaited<ReturnType<typeof aWorldOfZones>>) => {
  await sql`update jobs set next_attempt_at = now() where finished_at is null`
  await sql`select pg_notify('sending', '')`
}

test('a campaign begins at the local time of each recipient, with the earliest zone, and ends with the latest', async () => {
  const world = await aWorldOfZones(40)
  const { sql, fieldId, sink, api } = world
  const nine = DateTime.now().setZone(organizationZone).plus({ days: 3 }).startOf('day').set({ hour: 9 })
  const id = await world.begin({}, { begins_at: nine.toISO(), time_zone_field_id: fieldId })
  const at = (zone: string) => nine.setZone(zone, { keepLocalTime: true })
  const shown = (await api.call<{ dispatch: Record<string, unknown> }>('GET', `campaigns/${id}`)).body.data
  expect(shown.dispatch).toMatchObject({ time_zone_field_id: fieldId, time_zone_field_name: 'Zone' })
  expect(DateTime.fromISO(String(shown.dispatch['first_begins_at'])).toMillis()).toBe(
    at('Pacific/Auckland').toMillis(),
  )
  startSenders(api, { smtpUrl: sink.url })
  // The clocks of Auckland show nine: all times move by the time until then.
  const aheadMs = at('Pacific/Auckland').toMillis() - Date.now() + 60_000
  const [times] = await sql<[{ local: string; starts: string }]>`
    select (local_begins_at - ${aheadMs} * interval '1 millisecond')::text as local,
      (starts_at - ${aheadMs} * interval '1 millisecond')::text as starts
    from campaigns`
  await sql`
    update campaigns set local_begins_at = ${times.local}::text::timestamp, starts_at = ${times.starts}::text::timestamptz`
  await sql`update jobs set due_at = ${times.starts}::text::timestamptz`
  await wake(world)
  await until(
    async () => (await world.stateOf(id)).waiting_for === 'the time at which its recipients are due',
  )
  expect(sink.messages).toHaveLength(10)
  const due = await sql<{ ms: number; count: number }[]>`
    select extract(epoch from due_at)::float8 * 1000 as ms, count(*) from waiting_recipients group by 1 order by 1`
  const moved = (zone: string) => at(zone).toMillis() - aheadMs
  expect(due).toHaveLength(3)
  const expected = [moved(organizationZone), moved('Europe/Berlin'), moved('America/Chicago')]
  for (const [place, ms] of expected.entries()) {
    // Clocks may change between now and the third day.
    expect(Math.abs((due[place]?.ms ?? 0) - ms)).toBeLessThan(3_600_000 + 1_000)
    expect(due[place]?.count).toBe(10)
  }

  // Paused while Tokyo becomes due, resumed, and then the others one after the other.
  await api.call('POST', `campaigns/${id}/pause`)
  await sql`update waiting_recipients set due_at = now() where due_at = (select min(due_at) from waiting_recipients)`
  await sql`update campaigns set local_begins_at = local_begins_at - interval '2 days'`
  await wake(world)
  expect((await api.call('POST', `campaigns/${id}/resume`)).status).toBe(200)
  await until(async () => sink.messages.length === 20)
  await until(async () => (await world.stateOf(id)).waiting_for !== '')
  expect((await world.stateOf(id)).state).toBe('sending')
  await sql`update waiting_recipients set due_at = now()`
  await wake(world)
  await world.finished(id)
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(40)
  expect(sink.messages).toHaveLength(40)
  expect((await fates(sql, id)).every(({ state }) => state === 'accepted')).toBe(true)
})

test('whose time has passed gets the message at once; a change of time or field counts anew', async () => {
  const world = await aWorldOfZones(8)
  const { sql, fieldId, sink, api } = world
  const later = { begins_at: '2099-01-01 09:00', time_zone_field_id: fieldId }
  const id = await world.begin({}, later)
  const first = async () =>
    (
      await sql<[{ starts: Date | null; local: string | null }]>`
      select starts_at as starts, local_begins_at::text as local from campaigns where id = ${id}`
    )[0]
  expect(await first()).toEqual({ starts: new Date('2098-12-31T20:00:00Z'), local: '2099-01-01 09:00:00' })
  const change = (dispatch: object) =>
    api.call('PUT', `campaigns/${id}`, { campaign: { dispatch_attributes: dispatch } })
  await change({ begins_at: '2099-01-02 09:00' })
  expect((await first()).starts).toEqual(new Date('2099-01-01T20:00:00Z'))
  await change({ time_zone_field_id: null })
  expect(await first()).toEqual({ starts: null, local: null })
  await change({
    time_zone_field_id: fieldId,
    begins_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  })
  startSenders(api, { smtpUrl: sink.url })
  await world.finished(id)
  expect(sink.messages).toHaveLength(8)
})

test('a time zone field must be one of the list that can hold a name, and is kept while it is used', async () => {
  const world = await aWorldOfZones(1)
  const { sql, organizationId, listId, fieldId } = world
  const [number] = await sql<[{ id: number }]>`
    insert into custom_fields (organization_id, mailing_list_id, name, field_type)
    values (${organizationId}, ${listId}, 'Age', 'number') returning id`
  await expect(world.begin({}, { time_zone_field_id: number.id })).rejects.toThrow(
    'dispatch_attributes.time_zone_field_id must be a field of type text, select_single_dropdown or select_single_radio',
  )
  await expect(world.begin({}, { time_zone_field_id: 999 })).rejects.toThrow(
    'dispatch_attributes.time_zone_field_id does not exist',
  )
  await sql`update custom_fields set deleted_at = now() where id = ${fieldId}`
  await expect(world.begin({}, { time_zone_field_id: fieldId })).rejects.toThrow('does not exist')
})

test('a campaign is spread evenly over the hours, by the number of its recipients', async () => {
  const world = await aCampaignWorld(24)
  const { sql, sink, api } = world
  startSenders(api, { smtpUrl: sink.url })
  const id = await world.begin({}, { spread_hours: 12 })
  await until(async () => (await world.stateOf(id)).waiting_for === 'the speed limit')
  expect(sink.messages).toHaveLength(1)
  const [{ seconds }] = await sql<[{ seconds: number }]>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from jobs`
  // Two an hour.
  expect(seconds).toBeGreaterThan(1700)
  expect(seconds).toBeLessThanOrEqual(1800)
  await sql`update campaigns set paced_until = now()`
  await sql`update jobs set next_attempt_at = now()`
  await sql`select pg_notify('sending', '')`
  await until(async () => sink.messages.length === 2)
})
