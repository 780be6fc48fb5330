import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { readsOf } from '../../../test/harness/postgres/plans.ts'
import { aStartedCampaign } from '../../../test/harness/sending/campaigns.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { isKnownAddress } from '../lists/forms/sign-ups.ts'
import { findSuppressions } from './preferences.ts'
import { readerOf } from './rows.ts'
import { findSubscription } from './subscriptions.ts'

test('public pages look one address up by the whole index of suppressed addresses', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  for (const name of ['A', 'B', 'C']) {
    const [list] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, ${name}) returning id`
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key)
      select ${organizationId}, ${list?.id ?? 0}, n || '@example.com' from generate_series(1, 5000) n`
  }
  await sql.unsafe('analyze suppressed_addresses')
  const listId = await aList(sql, organizationId)
  const sourceId = await aStartedCampaign(sql, organizationId, listId)
  const reader = readerOf({ listId, source: 'campaign', sourceId, subscriberId: 1 })
  const key = 'ann@example.com'
  const reads = await sql.begin(async (sql) => [
    ...(await readsOf(sql, 'suppressed_addresses', (sql) => findSuppressions(sql, organizationId, key))),
    ...(await readsOf(sql, 'suppressed_addresses', (sql) => findSubscription(sql, organizationId, reader))),
    ...(await readsOf(sql, 'suppressed_addresses', (sql) =>
      isKnownAddress(sql, organizationId, listId, key),
    )),
  ])
  expect(reads).toHaveLength(3)
  for (const read of reads) expect(read).toMatch(/^Index.*: .*suppression_list_id = list.id.*key = /)
})
