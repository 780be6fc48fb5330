import type { Sql } from '../../../src/database/driver/connection.ts'
import {
  ensureSystemOrganization,
  insertOrganization,
} from '../../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../core/database.ts'
import { aList, anAutoresponder } from '../core/records.ts'

/** A campaign, written straight into its table, that has started and is over; a test names only what matters to it. */
export async function aStartedCampaign(
  sql: Sql,
  organizationId: number,
  listId: number,
  attributes: object = {},
): Promise<number> {
  const row = {
    organization_id: organizationId,
    mailing_list_id: listId,
    name: 'Campaign',
    state: 'finished',
    has_dispatch: true,
    begins_at: '2026-01-01T00:00:00Z',
    started_at: '2026-01-01T00:00:00Z',
    finished_at: '2026-01-01T01:00:00Z',
    ...attributes,
  }
  const [made] = await sql<{ id: number }[]>`
    insert into campaigns ${sql(row as object as Record<string, string>)} returning id`
  if (made === undefined) throw new Error('insert returned no row')
  return made.id
}

/** An organization that sends: with two campaigns and an autoresponder. */
export async function aSender(sql: Sql, name: string) {
  const id = await insertOrganization(sql, name, 'UTC')
  const listId = await aList(sql, id)
  return {
    id,
    campaignId: await aStartedCampaign(sql, id, listId, { name: 'first' }),
    otherCampaignId: await aStartedCampaign(sql, id, listId, { name: 'second' }),
    autoresponderId: await anAutoresponder(sql, id, listId),
  }
}

/** A database with one such organization, A. */
export async function aSendersDatabase() {
  const { sql, url } = await aDatabase()
  await ensureSystemOrganization(sql)
  return { sql, url, sender: await aSender(sql, 'A') }
}
