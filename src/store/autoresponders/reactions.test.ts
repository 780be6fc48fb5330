import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList, anAutoresponder } from '../../../test/harness/core/records.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { findApiAutoresponder, findSubscriptionAutoresponders, queueReactions } from './reactions.ts'

async function aStart(zone = 'UTC') {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', zone)
  const listId = await aList(sql, organizationId)
  return { sql, organizationId, listId }
}

async function subscribe(
  sql: Sql,
  organizationId: number,
  listId: number,
  keys: string[],
  status = 'active',
) {
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    select ${organizationId}, ${listId}, key, ${status} from unnest(${keys}::text[]) key`
}

test('each autoresponder owes each active subscriber of the list one message', async () => {
  const { sql, organizationId, listId } = await aStart()
  const other = await aList(sql, organizationId)
  const stranger = await insertOrganization(sql, 'B', 'UTC')
  const strangerList = await aList(sql, stranger)
  await subscribe(sql, organizationId, listId, ['a', 'b', 'not asked'])
  await subscribe(sql, organizationId, listId, ['left'], 'unsubscribed')
  await subscribe(sql, organizationId, other, ['a'])
  await subscribe(sql, stranger, strangerList, ['a'])
  const ids = [
    await anAutoresponder(sql, organizationId, listId, { name: 'One' }),
    await anAutoresponder(sql, organizationId, listId, { name: 'Two' }),
  ]
  const elsewhere = [
    await anAutoresponder(sql, organizationId, other),
    await anAutoresponder(sql, stranger, strangerList),
  ]
  // In one transaction, as callers do: what is due at once is due when it was caused.
  const count = await sql.begin((inner) =>
    queueReactions(inner, organizationId, listId, {
      autoresponderIds: [...ids, ...elsewhere],
      keys: ['a', 'b', 'left', 'nobody'],
      importId: 77,
      contentReplacements: { code: 'x' },
    }),
  )
  expect(count).toBe(4)
  const rows = await sql`
    select r.autoresponder_id, s.key, r.import_id, r.content_replacements, r.due_at = r.created_at as at_once
    from autoresponder_reactions r
    join subscribers s on s.organization_id = r.organization_id and s.mailing_list_id = r.mailing_list_id
      and s.id = r.subscriber_id
    order by r.autoresponder_id, s.key`
  const shared = { import_id: 77, content_replacements: { code: 'x' }, at_once: true }
  expect(rows).toEqual(
    ids.flatMap((id) => ['a', 'b'].map((key) => ({ autoresponder_id: id, key, ...shared }))),
  )
})

test('nothing is queued for nobody, or by nothing', async () => {
  const { sql, organizationId, listId } = await aStart()
  const id = await anAutoresponder(sql, organizationId, listId)
  await subscribe(sql, organizationId, listId, ['a'])
  expect(await queueReactions(sql, organizationId, listId, { autoresponderIds: [], keys: ['a'] })).toBe(0)
  expect(await queueReactions(sql, organizationId, listId, { autoresponderIds: [id], keys: [] })).toBe(0)
})

test('a delay counts on the clock, or on the calendar of the organization to the full hour', async () => {
  const { sql, organizationId, listId } = await aStart('America/Chicago')
  await subscribe(sql, organizationId, listId, ['a'])
  const delays = [
    { delay_unit: 'minutes', delay_amount: 90 },
    { delay_unit: 'hours', delay_amount: 5 },
    { delay_unit: 'days', delay_amount: 1, delay_time: 9 },
    { delay_unit: 'weeks', delay_amount: 2, delay_time: 0 },
    { delay_unit: 'months', delay_amount: 3, delay_time: 23 },
  ]
  const autoresponderIds: number[] = []
  for (const [index, delay] of delays.entries()) {
    const attributes = { name: `A${index}`, delay: 'with_delay', ...delay }
    autoresponderIds.push(await anAutoresponder(sql, organizationId, listId, attributes))
  }
  await sql.begin((inner) => queueReactions(inner, organizationId, listId, { autoresponderIds, keys: ['a'] }))
  const rows = await sql<{ unit: string; waits: string; local: string; expected: string }[]>`
    select a.delay_unit as unit, (r.due_at - r.created_at)::text as waits,
      (r.due_at at time zone 'America/Chicago')::text as local,
      ((r.created_at at time zone 'America/Chicago')::date + case a.delay_unit
        when 'days' then interval '1 day 9 hours' when 'weeks' then interval '14 days'
        else interval '3 months 23 hours' end)::text as expected
    from autoresponder_reactions r join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
    order by a.id`
  expect(rows.slice(0, 2).map(({ waits }) => waits)).toEqual(['01:30:00', '05:00:00'])
  for (const { local, expected } of rows.slice(2)) expect(local).toBe(expected)
  expect(rows).toHaveLength(delays.length)
})

test('a month after the last day of January is the last day of February, and clocks that change are followed', async () => {
  const { sql, organizationId, listId } = await aStart('America/Chicago')
  await subscribe(sql, organizationId, listId, ['a'])
  const id = await anAutoresponder(sql, organizationId, listId, {
    delay: 'with_delay',
    delay_unit: 'months',
    delay_amount: 1,
    delay_time: 9,
  })
  await sql`alter table autoresponder_reactions add column due_at_copy timestamptz`
  // The statement's own now() cannot be set, so the same expression is evaluated for a fixed day.
  const [row] = await sql<{ due: string }[]>`
    select ((date_trunc('day', timestamptz '2026-01-31T12:00:00Z' at time zone o.time_zone)
      + a.delay_amount * interval '1 month' + a.delay_time * interval '1 hour') at time zone o.time_zone)::text as due
    from autoresponders a join organizations o on o.id = a.organization_id where a.id = ${id}`
  expect(row?.due).toBe('2026-02-28 15:00:00+00')
})

test('subscription autoresponders are found by the way in which the subscriber comes', async () => {
  const { sql, organizationId, listId } = await aStart()
  const both = await anAutoresponder(sql, organizationId, listId, {
    name: 'Both',
    trigger_include_subscribers_from_import: true,
  })
  const api = await anAutoresponder(sql, organizationId, listId, { name: 'From API' })
  const imported = await anAutoresponder(sql, organizationId, listId, {
    name: 'From import',
    trigger_run_on_api: false,
    trigger_include_subscribers_from_import: true,
    paused: true,
  })
  await anAutoresponder(sql, organizationId, listId, { name: 'Neither', trigger_run_on_api: false })
  await anAutoresponder(sql, organizationId, listId, {
    name: 'Not on subscription',
    trigger: 'api',
    trigger_include_subscribers_from_import: true,
  })
  const find = (source: 'api' | 'import', filter: string | null = null) =>
    findSubscriptionAutoresponders(sql, organizationId, listId, { source, filter })
  expect(await find('api')).toEqual([both, api])
  expect(await find('import')).toEqual([both, imported])
  expect(await find('api', 'from*')).toEqual([api])
  expect(await find('api', '')).toEqual([])
})

test('an API autoresponder is found by id, else by name in any case; no other kind is', async () => {
  const { sql, organizationId, listId } = await aStart()
  const id = await anAutoresponder(sql, organizationId, listId, { name: 'Receipt', trigger: 'api' })
  const subscription = await anAutoresponder(sql, organizationId, listId, { name: 'Welcome' })
  const other = await aList(sql, organizationId)
  const find = (reference: { id?: number; name?: string }, list = listId) =>
    findApiAutoresponder(sql, organizationId, list, reference)
  const receipt = { id, name: 'Receipt' }
  expect(await find({ id })).toEqual(receipt)
  expect(await find({ name: 'RECEIPT' })).toEqual(receipt)
  expect(await find({ id, name: 'Welcome' })).toEqual(receipt)
  expect(await find({ id: 999_999_999_999, name: 'Receipt' })).toBeNull()
  expect(await find({ id: subscription })).toBeNull()
  expect(await find({ name: 'Welcome' })).toBeNull()
  expect(await find({ id }, other)).toBeNull()
  expect(await find({})).toBeNull()
})
