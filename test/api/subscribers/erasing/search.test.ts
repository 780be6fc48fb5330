import { expect, test } from 'vitest'
import { until } from '../../../harness/core/until.ts'
import { countWaiting } from '../../../harness/postgres/waiting.ts'
import { aLivingOrganization } from '../../../harness/sending/erasure.ts'

async function anImportedList(count: number) {
  const world = await aLivingOrganization()
  const { id: listId } = await world.call('POST', 'mailing_lists', { name: 'News' })
  const emails = Array.from({ length: count }, (_, number) => `person${number}@example.com`)
  await world.call('POST', `mailing_lists/${listId}/subscriber_imports`, {
    column_mapping: ['email'],
    file_source: { type: 'json', content: `email\n${emails.join('\n')}\n` },
  })
  await world.importAll()
  return { ...world, emails, listId }
}

test('logs are opened by their prints: those that lack the print of an address are not read', async () => {
  const { call, sql, emails } = await anImportedList(1000)
  const lines = async () => {
    const [row] = await sql<[{ lines: number }]>`
      select sum(length(content) - length(replace(content, chr(10), '')))::integer as lines from import_logs`
    return row.lines
  }
  // Two of five logs claim to be about nobody.
  await sql`update import_logs set prints = '' where range_number < 2`
  const hidden = await sql<{ content: string }[]>`select content from import_logs where range_number < 2`
  const unread = hidden.flatMap(({ content }) => content.trim().split('\n'))
  const [few, many] = [emails.slice(0, 3), emails.slice(100, 600)]
  for (const victims of [few, many]) {
    const before = await lines()
    const { import_log_lines: erased } = await call('POST', 'subscribers/erase', { emails: victims })
    const found = victims.filter((email) => !unread.includes(email)).length
    expect(erased).toBe(found)
    expect(before - (await lines())).toBe(found)
  }
})

const searched = ['import_undo_pieces', 'webhook_events', 'message_bodies'] as const

test.each(searched)('nothing is locked while %s are searched', async (table) => {
  const { call, sql, emails, listId } = await anImportedList(10)
  await call('POST', `mailing_lists/${listId}/subscriber_exports`, {})
  let erasing: Promise<unknown> = Promise.resolve()
  await sql.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`
    erasing = call('POST', 'subscribers/erase', { email: emails[0] })
    await until(async () => {
      const waiting = await sql`
        select 1 from pg_locks where not granted and relation = ${table}::text::regclass`
      return waiting.length === 1
    })
    const held = await sql<{ name: string }[]>`
      select distinct l.relation::regclass::text as name from pg_locks l
      join pg_locks waiting on waiting.pid = l.pid and not waiting.granted
        and waiting.relation = ${table}::text::regclass
      where l.locktype = 'relation' and l.granted and l.mode <> 'AccessShareLock'`
    expect([...held]).toEqual([])
  })
  await erasing
  expect(await sql`select 1 from subscribers where key = ${emails[0] ?? ''}`).toEqual([])
})

test('an event that is written after the search and before the locks is erased as well', async () => {
  const { call, sql, organizationId, emails, listId } = await anImportedList(2)
  const { id: webhookId } = await call('POST', 'webhooks', {
    name: 'All',
    url: 'https://example.com/events',
    event_types: ['studio_click'],
  })
  const [email = '', other = ''] = emails
  let erasing: Promise<unknown> = Promise.resolve()
  await sql.begin(async (sql) => {
    await sql`select 1 from mailing_lists where organization_id = ${organizationId} and id = ${listId} for update`
    erasing = call('POST', 'subscribers/erase', { email })
    await until(async () => (await countWaiting(sql)) === 1)
    await sql`
      insert into webhook_events (organization_id, webhook_id, event_type, payload)
      select organization_id, ${webhookId}, 'studio_click', jsonb_build_object('email', address)
      from mailing_lists, unnest(${[email, other]}::text[]) given (address)
      where organization_id = ${organizationId} and id = ${listId}`
  })
  expect(await erasing).toMatchObject({ webhook_events: 1 })
  expect(await sql`select payload from webhook_events`).toEqual([{ payload: { email: other } }])
})
