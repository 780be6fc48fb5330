import { expect, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { eraseAddresses } from '../../../src/store/erasure/subscribers.ts'
import { endSubscriptions } from '../../../src/store/subscribers/removals.ts'
import { aField, anAutoresponder } from '../../harness/core/records.ts'
import { anImportApi } from '../../harness/importing/api.ts'
import { settingsOf, workUntilEnded } from '../../harness/importing/stories.ts'
import { workUntilUndone } from '../../harness/undo/stories.ts'

type Api = Awaited<ReturnType<typeof anUndoApi>>

async function anUndoApi() {
  const api = await anImportApi()
  const { sql, url, folder, listId } = api
  const importing = async (content: string, fields: object = {}) => {
    const { body } = await api.create({
      column_mapping: (content.split('\n')[0] ?? '').toLowerCase().split(','),
      file_source: { type: 'json', content },
      overwrite: true,
      overwrite_what: { status: true, custom_fields: true },
      overwrite_when_status: { unsubscribed: true },
      ...fields,
    })
    expect(body.error_message ?? null).toBeNull()
    await api.work()
    return body.data.id
  }
  const ask = async (id: number) => {
    const { status, body } = await api.call<ImportRecord | null>('POST', `subscriber_imports/${id}/undo`)
    return [status, body.data?.undo?.state ?? body.error_message]
  }
  const undo = async (id: number) => {
    expect(await ask(id)).toEqual([200, 'scheduled'])
    await workUntilUndone(settingsOf(url, folder), sql)
    return (await api.show(id)).undo
  }
  const people = async () => {
    const rows = await sql<{ key: string; status: string }[]>`
      select key, status from subscribers where mailing_list_id = ${listId} order by key`
    return Object.fromEntries(rows.map(({ key, status }) => [key.replace('@example.com', ''), status]))
  }
  return { ...api, importing, ask, undo, people }
}

const everybody = { column_mapping: ['email', 'status'] }

function counted(counters: Partial<NonNullable<ImportRecord['undo']>['counters']>) {
  return expect.objectContaining({
    state: 'finished',
    error_message: null,
    counters: expect.objectContaining(counters),
  })
}

test('an undo says why it is refused', async () => {
  const api = await anUndoApi()
  const refused = (why: string) => [422, `subscriber import cannot be undone: ${why}`]
  const { body } = await api.create({ begins_at: '2031-01-01' })
  expect(await api.ask(body.data.id)).toEqual(
    refused('it is scheduled. Wait for its end, or cancel it first'),
  )
  expect((await api.call('POST', `subscriber_imports/${body.data.id}/cancel`)).status).toBe(200)
  const dry = await api.importing('email\nann@example.com\n', { dry_run: true })
  expect(await api.ask(dry)).toEqual(refused('it was a dry run, which changes nothing'))
  const unkept = await api.importing('email\nbo@example.com\n', { keep_for_undo: false })
  expect(await api.sql`select 1 from import_undo_pieces`).toHaveLength(0)
  expect((await api.show(unkept)).keep_for_undo).toBe(false)
  expect(await api.ask(unkept)).toEqual(refused('it was made with keep_for_undo false'))
  const late = await api.importing('email\ncy@example.com\n')
  await api.sql`update jobs set finished_at = now() - interval '7 days 1 minute' where id = ${late}`
  expect(await api.ask(late)).toEqual(refused('it ended more than 7 days ago'))
  const done = await api.importing('email\ndi@example.com\n')
  expect(await api.ask(done)).toEqual([200, 'scheduled'])
  expect(await api.ask(done)).toEqual([200, 'scheduled'])
  await workUntilUndone(settingsOf(api.url, api.folder), api.sql)
  expect(await api.ask(done)).toEqual(refused('it has already been undone'))
  const orphan = await api.importing('email\neve@example.com\n')
  await api.sql`update mailing_lists set deleted_at = now() where id = ${api.listId}`
  expect(await api.ask(orphan)).toEqual(refused('its mailing list was deleted'))
})

test('an undo of a cancelled import takes back the ranges that were applied', async () => {
  const api = await anUndoApi()
  const id = await api.importing('email\nann@example.com\nbo@example.com\n')
  await api.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update jobs set state = 'cancelled', total = 9 where id = ${id}`
  })
  expect(await api.undo(id)).toEqual(counted({ removed: 2 }))
  expect(await api.people()).toEqual({})
})

test('a list that is deleted meanwhile ends the undo with a sentence', async () => {
  const api = await anUndoApi()
  const id = await api.importing('email\nann@example.com\n')
  await api.ask(id)
  await api.sql`update mailing_lists set deleted_at = now() where id = ${api.listId}`
  await workUntilUndone(settingsOf(api.url, api.folder), api.sql)
  const [row] = await api.sql`select state, error_message from undo_jobs`
  expect(row).toEqual({
    state: 'failed',
    error_message: 'The mailing list was deleted while the import was undone.',
  })
})

test('fields that were deleted or renamed since stop no undo', async () => {
  const api = await anUndoApi()
  const { sql, organizationId, listId } = api
  const ids = [await aField(sql, organizationId, listId, { name: 'City' })]
  ids.push(await aField(sql, organizationId, listId, { name: 'Team' }))
  const [city = 0, team = 0] = ids
  await api.importing('email,City,Team\nann@example.com,Oslo,A\n', {
    column_mapping: ['email', 'City', 'Team'],
  })
  const id = await api.importing('email,City,Team\nann@example.com,Rome,B\nbo@example.com,Rome,B\n', {
    column_mapping: ['email', 'City', 'Team'],
  })
  await sql`update custom_fields set deleted_at = now() where id = ${city}`
  await sql`update custom_fields set name = 'Group' where id = ${team}`
  expect(await api.undo(id)).toEqual(counted({ removed: 1, restored: 1 }))
  const people = await sql`select key, custom_fields from subscribers`
  expect([...people]).toEqual([{ key: 'ann@example.com', custom_fields: { [city]: 'Oslo', [team]: 'A' } }])
})

test('an undo beside a running import of the same people takes back none of what that import writes', async () => {
  const api = await anUndoApi()
  const { sql, url, folder, organizationId, listId } = api
  const city = await aField(sql, organizationId, listId, { name: 'City' })
  const rows = (from: number, to: number, value: string) =>
    Array.from({ length: to - from }, (_, index) => `p${from + index}@example.com,${value}\n`).join('')
  const settings = { column_mapping: ['email', 'City'] }
  const first = await api.importing(`email,City\n${rows(0, 400, 'Oslo')}`, settings)
  const content = `email,City\n${rows(200, 600, 'Rome')}`
  const more = { overwrite: true, file_source: { type: 'json', content } }
  const { body } = await api.create({ ...settings, ...more })
  await api.ask(first)
  const worker = (index: number) =>
    settingsOf(url, folder, { index, sliceSeconds: 0, rangeSize: { rows: 20, bytes: 10_000 } })
  await Promise.all([workUntilUndone(worker(0), sql), workUntilEnded(worker(1), sql)])
  const people = await sql<{ key: string }[]>`
    select key from subscribers where custom_fields = ${sql.json({ [city]: 'Rome' })} and status = 'active'`
  expect(people).toHaveLength(400)
  expect(await sql`select 1 from subscribers`).toHaveLength(400)
  const { undo } = await api.show(first)
  const { removed = 0, left_changed: left = 0 } = undo?.counters ?? {}
  expect([undo?.state, removed + left]).toEqual(['finished', 400])
  const { added, updated } = (await api.show(body.data.id)).stats.subscribers
  expect([added + updated, updated]).toEqual([400, left])
  const [counts] = await sql`select active from subscriber_counts where mailing_list_id = ${listId}`
  expect(counts).toEqual({ active: 400 })
})

test('what a later import has changed stays, also when the earlier import is undone first', async () => {
  const api = await anUndoApi()
  const first = await api.importing(
    'email,status\nann@example.com,active\nbo@example.com,active\n',
    everybody,
  )
  const second = await api.importing(
    'email,status\nann@example.com,bounced\ncy@example.com,active\n',
    everybody,
  )
  expect(await api.undo(first)).toEqual(counted({ removed: 1, left_changed: 1 }))
  expect(await api.people()).toEqual({ ann: 'bounced', cy: 'active' })
  expect(await api.undo(second)).toEqual(counted({ removed: 1, restored: 1 }))
  expect(await api.people()).toEqual({ ann: 'active' })
})

test('nobody who has left since becomes active again', async () => {
  const api = await anUndoApi()
  await api.importing('email\nann@example.com\nbo@example.com\n')
  const id = await api.importing(
    'email,status\nann@example.com,unsubscribed\nbo@example.com,unsubscribed\n',
    everybody,
  )
  const [ann] = await api.sql<{ id: number }[]>`select id from subscribers where key = 'ann@example.com'`
  const departure = { listId: api.listId, kind: 'unsub', subscriberIds: [ann?.id ?? 0], ip: null } as const
  expect(await api.sql.begin((sql) => endSubscriptions(sql, api.organizationId, departure))).toEqual({
    ended: [],
    counted: [],
  })
  expect(await api.undo(id)).toEqual(counted({ restored: 1, left_departed: 1 }))
  expect(await api.people()).toEqual({ ann: 'unsubscribed', bo: 'active' })
})

test('nobody becomes active again above the limit of the organization', async () => {
  const api = await anUndoApi()
  const { sql, listId } = api
  await api.importing('email\nann@example.com\nbo@example.com\n')
  const id = await api.importing(
    'email,status\nann@example.com,unsubscribed\nbo@example.com,unsubscribed\n',
    everybody,
  )
  await sql`update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 1`
  expect(await api.undo(id)).toEqual(counted({ restored: 1, left_over_limit: 1 }))
  expect(await api.people()).toEqual({ ann: 'active', bo: 'unsubscribed' })
  // The counts of the quota and the list agree.
  const [counts] =
    await sql`select active, unsubscribed from subscriber_counts where mailing_list_id = ${listId}`
  expect(counts).toEqual({ active: 1, unsubscribed: 1 })
})

test('messages of autoresponders that were not sent are withdrawn, for everybody in the import', async () => {
  const api = await anUndoApi()
  const { sql, organizationId, listId } = api
  await anAutoresponder(sql, organizationId, listId, {
    name: 'Welcome',
    paused: true,
    paused_at: new Date(),
    trigger_include_subscribers_from_import: true,
  })
  const triggered = {
    autoresponders: { subscription: { trigger: true, also_trigger_on_updated_subscribers: true } },
  }
  const first = await api.importing('email\nann@example.com\n', triggered)
  const second = await api.importing('email\nann@example.com\nbo@example.com\n', triggered)
  expect(await api.undo(second)).toMatchObject({ reactions_withdrawn: 2, counters: { removed: 1 } })
  const left = await sql<{ import_id: number }[]>`select import_id from autoresponder_reactions`
  expect(left.map(({ import_id }) => import_id)).toEqual([first])
  expect(await api.people()).toEqual({ ann: 'active' })
})

test.each([
  ['deactivate', 'deactivated'],
  ['unsubscribe', 'unsubscribed'],
])('people who were pruned get their status back: %s', async (not_in_file, gone) => {
  const api = await anUndoApi()
  await api.importing('email\nann@example.com\nbo@example.com\ncy@example.com\n')
  const id = await api.importing('email\nann@example.com\ndi@example.com\n', {
    not_in_file,
    prune_limit: '90%',
  })
  expect(await api.people()).toEqual({ ann: 'active', bo: gone, cy: gone, di: 'active' })
  expect(await api.undo(id)).toEqual(counted({ removed: 1, restored: 2 }))
  expect(await api.people()).toEqual({ ann: 'active', bo: 'active', cy: 'active' })
})

test('an undo queues one event with its counters, and its logs name the people', async () => {
  const api = await anUndoApi()
  const { sql, organizationId } = api
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00', '{import_undone}')`
  const id = await api.importing('email\nAnn@example.com\nbo@example.com\n')
  await sql`update subscribers set status = 'bounced' where key = 'bo@example.com'`
  await sql`update subscriber_counts set active = active - 1, bounced = bounced + 1`
  await api.undo(id)
  const events = await sql<{ payload: object }[]>`select payload from webhook_events`
  expect(events.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({
      event_type: 'import_undone',
      import_id: id,
      people: 2,
      removed: 1,
      left_changed: 1,
    }),
  ])
  const logs = await sql`select classification, content from import_undo_logs order by classification`
  expect([...logs]).toEqual([
    { classification: 'left_changed', content: 'bo@example.com\n' },
    { classification: 'removed', content: 'Ann@example.com\n' },
  ])
})

test('an erased person is in no record of an undo, and counts as gone', async () => {
  const api: Api = await anUndoApi()
  const { sql, organizationId } = api
  await sql`insert into custom_fields (organization_id, mailing_list_id, name, field_type)
    values (${organizationId}, ${api.listId}, 'Name', 'text')`
  const mapped = { column_mapping: ['email', 'Name'] }
  await api.importing('email,Name\nann@example.com,Zaphod\nbo@example.com,Ford\n', mapped)
  const id = await api.importing('email,Name\nann@example.com,Beeblebrox\nbo@example.com,Prefect\n', mapped)
  await sql.begin((sql) =>
    eraseAddresses(sql, organizationId, [{ key: 'ann@example.com', hmac: new Uint8Array(32) }]),
  )
  const [kept] = await sql<
    { text: string }[]
  >`select string_agg(p::text, '') as text from import_undo_pieces p`
  expect(kept?.text).toContain('Prefect')
  expect(kept?.text).not.toMatch(/Zaphod|Beeblebrox/)
  expect(await api.undo(id)).toEqual(counted({ restored: 1, left_gone: 1 }))
})
