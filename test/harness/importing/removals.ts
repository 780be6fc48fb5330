import { expect } from 'vitest'
import type { SubscriberStatus } from '../../../src/contract/imports/states.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../core/database.ts'
import { aList } from '../core/records.ts'
import { aScheduledImport, aWorkFolder, settingsOf } from './stories.ts'

/** Statuses of the rows, in turn; blank: the subscriber stays. */
const wanted = ['unsubscribed', 'bounced', 'scomp', 'deactivated', 'active'] as const

const addressOf = (index: number) => `Person${index}@example.com`

/**
 * An organization that distributes removals, with a suppression list for each kind; two lists with the same active
 * subscribers, and an import into the first that removes most of them and adds some that are on neither.
 */
export async function aRemovingImport(people: number) {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const suppressing = await rulesOf(sql, organizationId)
  const first = await aList(sql, organizationId, { name: 'First' })
  const second = await aList(sql, organizationId, { name: 'Second' })
  const isOnFirst = (index: number) => index % 7 !== 0
  const indexes = Array.from({ length: people }, (_, index) => index)
  await subscribe(sql, organizationId, first, indexes.filter(isOnFirst))
  await subscribe(sql, organizationId, second, indexes)
  const rows = indexes.map((index) => `${addressOf(index)},${wanted[index % wanted.length]}`)
  const importId = await aScheduledImport(sql, organizationId, first, folder, {
    content: ['email,status', ...rows].join('\n'),
    column_mapping: ['email', 'status'],
    overwrite: true,
    overwrite_what: { custom_fields: true, confirmed: false, format: false, status: true },
  })
  const settings = settingsOf(url, folder, { autoSubscriberManagement: true })
  const expectRemoved = async () => {
    const after = (index: number): SubscriberStatus => wanted[index % wanted.length] ?? 'active'
    const elsewhere = (index: number) => (after(index) === 'deactivated' ? 'active' : after(index))
    expect(await statusesOf(sql, first)).toEqual(
      indexes.map((index) => `${keyOf(index)} ${after(index)}`).toSorted(),
    )
    expect(await statusesOf(sql, second)).toEqual(
      indexes.map((index) => `${keyOf(index)} ${elsewhere(index)}`).toSorted(),
    )
    for (const listId of [first, second]) await expectCounts(sql, listId)
    for (const [status, listId] of Object.entries(suppressing)) {
      const keys = indexes.filter((index) => after(index) === status).map(keyOf)
      expect(await suppressedOn(sql, listId)).toEqual(keys.toSorted())
    }
    const [row] = await sql`select state, added, updated, failed from import_jobs where id = ${importId}`
    const added = indexes.filter((index) => !isOnFirst(index)).length
    expect(row).toEqual({ state: 'finished', added, updated: people - added, failed: 0 })
  }
  return { sql, organizationId, first, second, importId, settings, expectRemoved }
}

const keyOf = (index: number) => addressOf(index).toLowerCase()

async function rulesOf(sql: Sql, organizationId: number): Promise<Record<string, number>> {
  const made: Record<string, number> = {}
  for (const [kind, status] of [
    ['unsub', 'unsubscribed'],
    ['bounce', 'bounced'],
    ['scomp', 'scomp'],
  ] as const) {
    const [row] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, ${kind}) returning id`
    made[status] = row?.id ?? 0
    await sql`
      update organizations set distribute_removals = true, ${sql(`${kind}_suppression_list_id`)} = ${row?.id ?? 0}
      where id = ${organizationId}`
  }
  return made
}

async function subscribe(sql: Sql, organizationId: number, listId: number, indexes: number[]): Promise<void> {
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email)
    select ${organizationId}, ${listId}, lower(address), address
    from unnest(${indexes.map(addressOf)}::text[]) given (address)`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    values (${organizationId}, ${listId}, ${indexes.length})`
}

async function statusesOf(sql: Sql, listId: number): Promise<string[]> {
  const rows = await sql<{ found: string }[]>`
    select key || ' ' || status as found from subscribers where mailing_list_id = ${listId}`
  return rows.map(({ found }) => found).toSorted()
}

async function suppressedOn(sql: Sql, listId: number): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select key from suppressed_addresses where suppression_list_id = ${listId}`
  return rows.map(({ key }) => key).toSorted()
}

async function expectCounts(sql: Sql, listId: number): Promise<void> {
  const [row] = await sql`
    select c.active = count(*) filter (where status = 'active')
      and c.unsubscribed = count(*) filter (where status = 'unsubscribed')
      and c.bounced = count(*) filter (where status = 'bounced')
      and c.scomp = count(*) filter (where status = 'scomp')
      and c.deactivated = count(*) filter (where status = 'deactivated') as "isTrue"
    from subscribers s
    join subscriber_counts c using (organization_id, mailing_list_id)
    where s.mailing_list_id = ${listId}
    group by c.active, c.unsubscribed, c.bounced, c.scomp, c.deactivated`
  expect(row).toEqual({ isTrue: true })
}
