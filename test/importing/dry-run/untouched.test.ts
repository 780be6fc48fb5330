import { expect, test } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { newFieldsOf } from '../../../src/contract/imports/new-fields.ts'
import { customFieldInput } from '../../../src/contract/lists/field-definition.ts'
import { eventTypes } from '../../../src/contract/webhooks.ts'
import { anAutoresponder } from '../../harness/core/records.ts'
import { allTables, differingTables, type Tables } from '../../harness/postgres/tables.ts'
import { aRemovingImport } from '../../harness/importing/removals.ts'
import { workUntilEnded } from '../../harness/importing/stories.ts'

const rangeSize = { rows: 7, bytes: 1_000_000 }

/**
 * An import with every effect: removals from two lists, suppressions, reactions, a quota notice, audited revivals,
 * a new custom field, people who are not in the file.
 */
async function anImportWithAllEffects() {
  const world = await aRemovingImport(60)
  const { sql, organizationId, first, importId } = world
  const make = (attributes: object) => anAutoresponder(sql, organizationId, first, attributes)
  await make({ name: 'Welcome', trigger_include_subscribers_from_import: true })
  const api = await make({ name: 'Named', trigger: 'api' })
  const autoresponders = {
    subscription: { trigger: true, also_trigger_on_updated_subscribers: true },
    api: { trigger_new: { id: api, name: 'Named' }, trigger_updated: { id: api, name: 'Named' } },
  }
  const fields = newFieldsOf([customFieldInput.parse({ name: 'New', field_type: 'text' })])
  await sql`
    update subscriber_imports set autoresponders = ${sql.json(autoresponders)},
      create_custom_fields = ${sql.json(fields)}
    where id = ${importId}`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${first}, 'other' || number || '@example.com' from generate_series(1, 20) number`
  await sql`update subscriber_imports set not_in_file = 'unsubscribe', prune_limit = '100%' where id = ${importId}`
  await sql`
    update subscribers set status = 'deactivated' where mailing_list_id = ${first} and key like 'person1%'`
  await sql`
    update subscriber_counts c set active = n.active, deactivated = n.deactivated
    from (select count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'deactivated') as deactivated from subscribers where mailing_list_id = ${first}) n
    where c.mailing_list_id = ${first}`
  await sql`
    update subscriber_imports set overwrite_when_status = overwrite_when_status || '{"deactivated": true}'`
  await sql`
    update organizations
    set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 10, subscriber_quota_notify = true
    where id = ${organizationId}`
  await sql`
    insert into users (organization_id, full_name, email, email_key, role, active)
    values (${organizationId}, 'Ann', 'Ann@example.com', 'ann@example.com', 'organization_admin', true)`
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00', ${[...eventTypes]})`
  return world
}

const effects = [
  'audit_events',
  'autoresponder_reactions',
  'custom_fields',
  'organizations',
  'subscriber_counts',
  'subscribers',
  'suppressed_addresses',
  'system_mails',
]

/** Without the import's record, ranges and log, and its organization's turn. */
function othersIn(tables: Tables, importId: number): Tables {
  const isOwn = (table: string, row: Record<string, unknown>) =>
    (table === 'subscriber_imports' && row.id === importId) ||
    (['import_logs', 'import_ranges', 'import_prune_ranges'].includes(table) && row.import_id === importId) ||
    (table === 'jobs' && row.id === importId) ||
    table === 'job_turns'
  const isOfImports = (row: Record<string, unknown>) => /^(import|webhook_events)_/.test(String(row.name))
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.filter(({ row }) => !isOwn(name, row) && !(name === '(sequences)' && isOfImports(row))),
    ]),
  )
}

async function resultOf(sql: Sql, importId: number) {
  const [row] = await sql`
    select state, number_of_records, added, updated, failed, skipped_over_limit, skipped_unsubscribed, prune_active,
      prune_found, pruned, prune_left_alone
    from import_jobs where id = ${importId}`
  const logs = await sql`
    select classification, range_number, content from import_logs where import_id = ${importId}
    order by classification, range_number`
  return { row, logs: [...logs] }
}

test('a dry run changes no row of any table but its own, where the import changes all that it can', async () => {
  const { sql, importId: realId, settings } = await anImportWithAllEffects()
  await sql`update subscriber_imports set dry_run = true where id = ${realId}`
  const before = othersIn(await allTables(sql), realId)
  await workUntilEnded({ ...settings, rangeSize }, sql)
  const after = await allTables(sql)
  const { webhook_events: events = [], ...others } = othersIn(after, realId)
  expect(differingTables(before, others)).toEqual([])
  expect(events.map(({ row }) => row.payload)).toEqual([
    expect.objectContaining({ event_type: 'import_finished', import_id: realId, dry_run: true }),
  ])
  const tried = await resultOf(sql, realId)
  expect(tried.row).toMatchObject({ state: 'finished', number_of_records: 60, prune_found: 20, pruned: 20 })

  // The same again, for real.
  await sql`
    insert into subscriber_imports
    select (jsonb_populate_record(i, jsonb_build_object('id', i.id + 1, 'dry_run', false, 'added', 0, 'updated', 0,
      'failed', 0, 'skipped_over_limit', 0, 'skipped_unsubscribed', 0, 'pruned', 0, 'started_snapshot', null))).*
    from subscriber_imports i`
  await sql`
    insert into jobs (organization_id, kind, id, mailing_list_id)
    select organization_id, kind, id + 1, mailing_list_id from jobs`
  await workUntilEnded({ ...settings, rangeSize, lanes: 1 }, sql)
  const touched = differingTables(after, await allTables(sql))
  expect(touched).toEqual(expect.arrayContaining(effects))
  expect(await resultOf(sql, realId + 1)).toEqual(tried)
})
