import { expect, test } from 'vitest'
import type { Sql } from '../../database/driver/connection.ts'
import { claimCampaign, writeJobs } from '../../../test/harness/sending/campaigns.ts'
import { aCampaignWorld } from '../../../test/harness/sending/world.ts'
import { sendingEnvironment } from '../../../test/harness/sending/sender.ts'
import { campaignQueue, senderReach } from '../campaigns/claims.ts'
import { dueJobs, someJobWaits } from '../jobs/claim.ts'
import { findRecipients } from '../campaigns/recipients/found.ts'

/** How many rows of a table were read without an index since the table was created. */
async function rowsScanned(sql: Sql, table: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<{ scanned: number }[]>`
    select seq_tup_read as scanned from pg_stat_user_tables where relname = ${table}`
  return row?.scanned ?? 0
}

/** Works as a sender does, on one connection and in its role, so that the server's counts are complete. */
async function scannedBy(world: World, table: string, work: (env: Environment) => Promise<unknown>) {
  const env = sendingEnvironment(world.api, { smtpUrl: world.sink.url })
  const before = await rowsScanned(world.sql, table)
  await work(env)
  // Connections write their counts when they end.
  await env.end()
  return (await rowsScanned(world.sql, table)) - before
}

type World = Awaited<ReturnType<typeof aCampaignWorld>>
type Environment = ReturnType<typeof sendingEnvironment>

test('looking for a campaign to send reads none of those that are over', async () => {
  const world = await aCampaignWorld(1)
  const { sql, organizationId, listId } = world
  await world.begin()
  await sql`
    insert into campaigns
      (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    select ${organizationId}, ${listId}, 'Old ' || n, 'finished', true, now(), now(), now()
    from generate_series(1, 20000) n`
  await writeJobs(sql)
  await sql`vacuum analyze campaigns, jobs`
  const scanned = await scannedBy(world, 'jobs', async ({ database }) => {
    const everywhere = database.everywhere()
    expect(await claimCampaign(everywhere, 'a sender')).not.toBeNull()
    expect(await claimCampaign(everywhere, 'a sender')).toBeNull()
    await someJobWaits(everywhere, campaignQueue('a sender'), senderReach())
    await dueJobs(everywhere, campaignQueue('a sender'), senderReach(), [])
  })
  expect(scanned).toBe(0)
})

test('recipients are found among suppressed addresses without reading them all', async () => {
  const world = await aCampaignWorld(2000)
  const { sql, organizationId } = world
  await world.begin()
  await sql`insert into suppression_lists (organization_id, id, name) values (${organizationId}, 5, 'Never')`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    select ${organizationId}, 5, 'person' || 2 * n || '@example.com' from generate_series(1, 20000) n`
  await sql`vacuum analyze suppressed_addresses, subscribers`
  const scanned = await scannedBy(world, 'suppressed_addresses', async ({ database }) => {
    const claim = await claimCampaign(database.everywhere(), 'a sender')
    if (claim === null) throw new Error('a campaign is due')
    const place = { cursor: 0, last: 1_000_000 }
    const many = { limit: 100, reach: { ids: 1_000_000 } }
    const { addressees } = await findRecipients(database.within(organizationId), claim, place, many)
    expect(addressees).toHaveLength(100)
  })
  expect(scanned).toBeLessThan(20_001)
})
