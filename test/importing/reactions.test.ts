import { describe, expect, test } from 'vitest'
import { cancelImport, type NewImport } from '../../src/store/imports/rows.ts'
import { holdRange } from '../harness/core/hold.ts'
import { anAutoresponder } from '../harness/core/records.ts'
import { anImporter } from '../harness/importing/whole.ts'
import type { OracleImport, OracleSubscriber } from '../harness/oracle/model.ts'

type Triggers = NewImport['autoresponders']

/** Each subscriber of the list, and rows for newcomers of every kind. */
const before = new Map<string, OracleSubscriber>(
  (['active', 'unsubscribed', 'bounced'] as const).map((status) => {
    const email = `${status}@example.com`
    return [email, { email, status, fields: {} }]
  }),
)
const file = [
  'new@example.com,active',
  'blank@example.com,',
  'NEW@example.com,active',
  'gone@example.com,unsubscribed',
  'bad@example.com,nonsense',
  'active@example.com,active',
  'unsubscribed@example.com,active',
  'bounced@example.com,bounced',
].join('\n')
const order: OracleImport = {
  file,
  mapping: ['email', 'status'],
  hasHeaders: false,
  overwrite: true,
  whenStatus: { unsubscribed: true, bounced: true },
}

/** A list with autoresponders of every kind. @returns the reactions after an import. */
async function reactionsTo(
  triggers: (api: { one: number; other: number }) => Triggers,
  changes: Partial<OracleImport> = {},
) {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  const { listId } = await importer.schedule({ file: '', mapping: ['email'] }, { before })
  await importer.work()
  const make = (name: string, attributes: object) =>
    anAutoresponder(sql, organizationId, listId, { name, ...attributes })
  await make('Welcome', { trigger_include_subscribers_from_import: true, trigger_run_on_api: false })
  await make('Paused', { trigger_include_subscribers_from_import: true, paused: true, paused_at: new Date() })
  await make('Not from imports', {})
  await make('On open', { trigger: 'campaign_open', trigger_include_subscribers_from_import: true })
  const api = {
    one: await make('One', { trigger: 'api' }),
    other: await make('Other', { trigger: 'api', trigger_include_subscribers_from_import: true }),
  }
  const other = await importer.schedule({ file: '', mapping: ['email'] })
  await anAutoresponder(sql, organizationId, other.listId, {
    name: 'Of another list',
    trigger_include_subscribers_from_import: true,
  })
  const attributes = { autoresponders: triggers(api) }
  const { importId } = await importer.schedule({ ...order, ...changes }, { listId, before, attributes })
  await importer.work({ rangeSize: { rows: 3, bytes: 1_000_000 } })
  const rows = await sql<{ name: string; key: string; import_id: number }[]>`
    select a.name, s.key, r.import_id
    from autoresponder_reactions r
    join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
    join subscribers s on s.organization_id = r.organization_id and s.id = r.subscriber_id and s.mailing_list_id = r.mailing_list_id
    order by a.name, s.key`
  for (const row of rows) expect(row.import_id).toBe(importId)
  return rows.map(({ name, key }) => `${name}: ${key.split('@')[0]}`)
}

const none = { trigger_new: null, trigger_updated: null }
const never = { trigger: false, also_trigger_on_updated_subscribers: false }

describe('an import triggers', () => {
  test('for added subscribers: the subscription autoresponders that run from imports, paused ones too', async () => {
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: false }
    expect(await reactionsTo(() => ({ subscription, api: none }))).toEqual([
      'Paused: blank',
      'Paused: new',
      'Welcome: blank',
      'Welcome: new',
    ])
  })

  test('for updated ones, too, on request', async () => {
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: true }
    const reactions = await reactionsTo(() => ({ subscription, api: none }))
    expect(reactions.filter((text) => text.startsWith('Welcome'))).toEqual([
      'Welcome: active',
      'Welcome: blank',
      'Welcome: new',
    ])
  })

  test('for reactivated ones, and not for deactivated ones', async () => {
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: true }
    const changes = {
      overwriteStatus: true,
      file: `${file}\n`.replace('active@example.com,active', 'active@example.com,scomp'),
    }
    const reactions = await reactionsTo(() => ({ subscription, api: none }), changes)
    expect(reactions.filter((text) => text.startsWith('Welcome'))).toEqual([
      'Welcome: blank',
      'Welcome: new',
      'Welcome: unsubscribed',
    ])
  })

  test('the API autoresponders that it names: one for added rows, one for updated rows', async () => {
    const api = ({ one, other }: { one: number; other: number }) => ({
      trigger_new: { id: one, name: 'One' },
      trigger_updated: { id: other, name: 'Other' },
    })
    expect(await reactionsTo((ids) => ({ subscription: never, api: api(ids) }))).toEqual([
      'One: blank',
      'One: new',
      'Other: active',
    ])
  })

  test('nothing on request, and nothing for updates that overwrite nothing', async () => {
    expect(
      await reactionsTo(() => ({
        subscription: { ...never, also_trigger_on_updated_subscribers: true },
        api: none,
      })),
    ).toEqual([])
    const both = (ids: { one: number }) => ({
      subscription: never,
      api: { ...none, trigger_updated: { id: ids.one, name: 'One' } },
    })
    expect(await reactionsTo(both, { overwrite: false })).toEqual([])
  })

  test('both kinds for the same subscriber', async () => {
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: false }
    const reactions = await reactionsTo(({ one }) => ({
      subscription,
      api: { ...none, trigger_new: { id: one, name: 'One' } },
    }))
    expect(reactions.filter((text) => text.endsWith(': new'))).toEqual([
      'One: new',
      'Paused: new',
      'Welcome: new',
    ])
  })

  test('nothing of a deleted API autoresponder', async () => {
    expect(
      await reactionsTo(() => ({
        subscription: never,
        api: { trigger_new: { id: 999_999, name: 'Gone' }, trigger_updated: null },
      })),
    ).toEqual([])
  })
})

test('messages are owed if and only if their subscriber is written', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  const many = Array.from({ length: 60 }, (_, index) => `p${index}@example.com\n`).join('')
  const attributes = { autoresponders: { subscription: { ...never, trigger: true }, api: none } }
  const hold = await holdRange(sql, 3)
  const { importId, listId } = await importer.schedule(
    { file: many, mapping: ['email'], hasHeaders: false },
    { attributes },
  )
  await anAutoresponder(sql, organizationId, listId, { trigger_include_subscribers_from_import: true })
  const working = importer.work({ rangeSize: { rows: 10, bytes: 1_000_000 }, lanes: 1 })
  await hold.reached()
  const counts = () => sql`
    select (select count(*) from subscribers) as subscribers, (select count(*) from autoresponder_reactions) as owed`
  expect([...(await counts())]).toEqual([{ subscribers: 30, owed: 30 }])
  await cancelImport(sql, organizationId, importId)
  await hold.release()
  await working
  expect([...(await counts())]).toEqual([{ subscribers: 30, owed: 30 }])
})
