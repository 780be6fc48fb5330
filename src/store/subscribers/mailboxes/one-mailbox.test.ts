import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { migrationsDirectory, readMigrations } from '../../../database/migration-files.ts'
import { migrate } from '../../../database/migrate.ts'

/** With the schema of before, and one organization with one list. */
async function anEarlierDatabase() {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const earlier = (await readMigrations(migrationsDirectory)).filter(({ version }) => version < 26)
  for (const { name } of earlier)
    await copyFile(path.join(migrationsDirectory, name), path.join(directory, name))
  await migrate(url, { directory })
  await sql`insert into organizations (name) values ('One')`
  const [{ id: organizationId }] = await sql<[{ id: number }]>`select max(id) as id from organizations`
  const [{ id: listId }] = await sql<[{ id: number }]>`
    insert into mailing_lists (organization_id, name) values (${organizationId}, 'News') returning id`
  const add = async (
    key: string,
    status: string,
    fields: Record<string, string> = {},
    email: string | null = null,
  ) => {
    const [row] = await sql<[{ id: number }]>`
      insert into subscribers (organization_id, mailing_list_id, key, email, status, custom_fields,
        remove_time)
      values (${organizationId}, ${listId}, ${key}, ${email}, ${status}, ${sql.json(fields)},
        ${status === 'active' ? null : '2026-01-02'})
      returning id`
    return row.id
  }
  const people = () => sql`select id, key, email, status, custom_fields from subscribers order by id`
  return { sql, url, organizationId, listId, add, people }
}

test('people of a list with two spellings of one mailbox become the first of them, and nobody becomes active again', async () => {
  const { sql, url, organizationId, listId, add, people } = await anEarlierDatabase()
  const first = await add('ann@bücher.example', 'active', { 1: 'Ann' }, 'Ann@bücher.example')
  const left = await add('ann@xn--bcher-kva.example', 'unsubscribed', { 1: 'Other', 2: 'Berlin' })
  const ben = await add('ben@xn--mnchen-3ya.example', 'active')
  const bounced = await add('ben@münchen.example', 'bounced')
  const alone = await add('eve@zürich.example', 'active')
  const plain = await add('joe@example.com', 'active')
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active, unsubscribed, bounced)
    values (${organizationId}, ${listId}, 4, 1, 1)`
  const said: string[] = []
  await migrate(url, { warn: (message) => said.push(message) })
  const after = await people()
  expect(after).toEqual([
    { id: first, key: 'ann@xn--bcher-kva.example', email: 'Ann@bücher.example', status: 'unsubscribed', custom_fields: { 1: 'Ann', 2: 'Berlin' } },
    { id: ben, key: 'ben@xn--mnchen-3ya.example', email: null, status: 'bounced', custom_fields: {} },
    { id: alone, key: 'eve@xn--zrich-kva.example', email: 'eve@zürich.example', status: 'active', custom_fields: {} },
    { id: plain, key: 'joe@example.com', email: null, status: 'active', custom_fields: {} },
  ]) // oxfmt-ignore
  expect(await sql`select active, unsubscribed, scomp, bounced, deactivated from subscriber_counts`).toEqual([
    { active: 2, unsubscribed: 1, scomp: 0, bounced: 1, deactivated: 0 },
  ])
  expect(said).toEqual([expect.stringMatching(/^2 subscribers .* see the audit events subscriber\.united$/)])
  const events = await sql`
    select organization_id, subject_id, details from audit_events where kind = 'subscriber.united' order by subject_id`
  expect(events).toEqual([
    { organization_id: organizationId, subject_id: first, details: { mailing_list_id: listId, subscriber_ids: [first, left], statuses: ['active', 'unsubscribed'], status: 'unsubscribed' } },
    { organization_id: organizationId, subject_id: ben, details: { mailing_list_id: listId, subscriber_ids: [ben, bounced], statuses: ['active', 'bounced'], status: 'bounced' } },
  ]) // oxfmt-ignore

  // A server that died after the call, before it was recorded, calls it again.
  await sql`call unite_mailboxes()`
  expect(await people()).toEqual(after)
  expect(await sql`select id from audit_events where kind = 'subscriber.united'`).toHaveLength(2)
})

test('suppressed addresses and users get the keys of today, and no user gets the rights of another', async () => {
  const { sql, url, organizationId } = await anEarlierDatabase()
  const [{ id: list }] = await sql<[{ id: number }]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'No') returning id`
  for (const key of ['@zürich.example', 'a@bücher.example', 'a@xn--bcher-kva.example', 'b@example.com']) {
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key) values (${organizationId}, ${list}, ${key})`
  }
  const user = async (key: string) => {
    await sql`
      insert into users (organization_id, full_name, email, email_key, role, active)
      values (${organizationId}, 'U', ${key}, ${key}, 'standard', true)`
  }
  for (const key of ['u@bücher.example', 'v@bücher.example', 'v@xn--bcher-kva.example']) await user(key)
  const said: string[] = []
  await migrate(url, { warn: (message) => said.push(message) })
  expect(await sql`select key from suppressed_addresses order by key`).toEqual(
    ['@xn--zrich-kva.example', 'a@xn--bcher-kva.example', 'b@example.com'].map((key) => ({ key })),
  )
  expect(await sql`select email, email_key from users order by id`).toEqual([
    { email: 'u@bücher.example', email_key: 'u@xn--bcher-kva.example' },
    { email: 'v@bücher.example', email_key: 'v@bücher.example' },
    { email: 'v@xn--bcher-kva.example', email_key: 'v@xn--bcher-kva.example' },
  ])
  expect(said).toEqual([expect.stringMatching(/^1 users have the address of another one/)])
})
