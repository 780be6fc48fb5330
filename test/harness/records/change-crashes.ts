import { expect } from 'vitest'
import { insertBulkChange } from '../../../src/store/bulk-changes/rows.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../core/database.ts'
import { aWire, type CutAt } from '../core/wire.ts'
import { aList, anAutoresponder } from '../core/records.ts'
import { changerOf, changeUntil, changeUntilEnded } from './changers.ts'

/** R2. Eight people are copied to another list, whose autoresponder greets them. @returns whether the wire was cut before the end. */
async function dieAt(cutAt: CutAt): Promise<boolean> {
  const { sql, url, giveBack } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const to = { id: await aList(sql, organizationId, { name: 'Other' }), name: 'Other' }
  await anAutoresponder(sql, organizationId, to.id)
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00', '{studio_subscriber_created}')`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, n || '@example.com' from generate_series(1, 8) n`
  await sql.begin((sql) =>
    insertBulkChange(sql, organizationId, {
      listId,
      action: 'copy',
      details: { to_mailing_list: to },
      selection: { q: '', status: null, clauses: null },
      peopleTotal: null,
      api_key_id: 1,
      user_id: null,
    }),
  )
  const wire = await aWire(url, cutAt)
  let isCut = false
  void wire.cut.then(() => (isCut = true))
  const isEnded = async () => {
    const rows = await sql`select 1 from jobs where finished_at is not null`
    return rows.length > 0
  }
  await changeUntil(changerOf(wire.url), async () => isCut || (await isEnded()))
  const wasCut = isCut
  await changeUntilEnded(changerOf(url), sql)
  const [row] = await sql`
    select j.state, j.total as people_total, j.progress as people_done, b.people_changed, c.active
    from subscriber_bulk_changes b
    join jobs j on j.organization_id = b.organization_id and j.id = b.id
    join subscriber_counts c on c.organization_id = b.organization_id and c.mailing_list_id = ${to.id}`
  const [people] = await sql`select count(*) as copied from subscribers where mailing_list_id = ${to.id}`
  const [reactions] = await sql`select count(*) as greeted from autoresponder_reactions`
  const [events] = await sql`select count(*) as told from webhook_events`
  expect({ ...row, ...people, ...reactions, ...events }).toEqual({
    state: 'finished',
    people_total: 8,
    people_done: 8,
    people_changed: 8,
    active: 8,
    copied: 8,
    greeted: 8,
    told: 8,
  })
  await giveBack()
  return wasCut
}

/** @returns the number of deaths before the bulk change had ended. */
export async function dieAtMessages(moment: CutAt['moment'], first: number, step: number): Promise<number> {
  let points = 0
  for (let message = first; await dieAt({ message, moment }); message += step) points += 1
  return points
}
