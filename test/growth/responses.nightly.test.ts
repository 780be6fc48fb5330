import { byPerson } from '../harness/returned/programs.ts'
import { test } from 'vitest'
import { connect, type Transaction } from '../../src/database/driver/connection.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { recordBounce } from '../../src/store/responses/bounces.ts'
import { recordComplaint, recordUnsubscribe } from '../../src/store/responses/record.ts'
import { recordClicks, recordOpens } from '../../src/store/responses/visits.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aList } from '../harness/core/records.ts'
import { asIfTablesWereLarge, expectNoMore, rowsReadEach } from '../harness/postgres/rows-read.ts'
import { isSharded } from '../harness/postgres/waiting.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'
import { aLink } from '../harness/sending/readers.ts'
import { people } from '../harness/sending/world.ts'

type Sent = { organizationId: number; listId: number; source: { campaignId: number }; linkId: number }
type Answer = (sql: Transaction, sent: Sent, subscriberIds: number[]) => Promise<unknown>

const ip = null

const returned =
  (status: string, severity: 'hard' | 'soft'): Answer =>
  (sql, { source, organizationId }, [subscriberId = 0]) => {
    const report = { status, severity, diagnostic: 'returned', occasion: 0 }
    return recordBounce(sql, organizationId, { source, subscriberId }, report)
  }

/** Of some readers at once, as the server gathers them, or one by one. */
const answers: [string, number, Answer][] = [
  [
    'an open',
    20,
    (sql, sent, ids) =>
      recordOpens(
        sql,
        sent.organizationId,
        sent,
        ids.map((subscriberId) => ({ subscriberId, ip, seen: byPerson })),
      ),
  ],
  [
    'a click',
    20,
    (sql, { linkId, ...sent }, ids) =>
      recordClicks(
        sql,
        sent.organizationId,
        sent,
        ids.map((subscriberId) => ({ subscriberId, ip, linkId, seen: byPerson })),
      ),
  ],
  [
    'an unsubscription',
    1,
    (sql, sent, [subscriberId = 0]) =>
      recordUnsubscribe(sql, sent.organizationId, { ...sent, subscriberId }, { ip }),
  ],
  [
    'a complaint',
    1,
    (sql, sent, [subscriberId = 0]) => recordComplaint(sql, sent.organizationId, { ...sent, subscriberId }),
  ],
  ['a message that is returned for good', 1, returned('5.1.1', 'hard')],
  ['a message that is returned for now', 1, returned('4.2.2', 'soft')],
]

async function aWorld() {
  const { sql, url } = await aDatabase()
  await asIfTablesWereLarge(sql)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  return { sql, url, organizationId, listId: await aList(sql, organizationId) }
}

/** Of a campaign to so many more people, who all answer. */
async function readsOf(
  world: Awaited<ReturnType<typeof aWorld>>,
  count: number,
  [, atOnce, answer]: (typeof answers)[number],
) {
  const { sql, organizationId, listId, url } = world
  await people(sql, organizationId, listId, count, { domain: `among-${count}.example` })
  await sql`analyze`
  const campaignId = await aStartedCampaign(sql, organizationId, listId, { name: `To ${count}` })
  const linkId = await aLink({ sql }, organizationId, { campaign_id: campaignId })
  const sent = { organizationId, listId, source: { campaignId }, linkId }
  const rows = await sql<{ id: number }[]>`
    insert into deliveries (organization_id, campaign_id, subscriber_id, state)
    select ${organizationId}, ${campaignId}, id, 'accepted' from subscribers
    where key like ${`%@among-${count}.example`} order by id returning subscriber_id as id`
  return rowsReadEach(sql, 'test readers', async () => {
    const database = connect(url, { max: 1, applicationName: 'test readers', role: applicationRole })
    for (let from = 0; from < rows.length; from += atOnce) {
      const ids = rows.slice(from, from + atOnce).map(({ id }) => id)
      await database.within(organizationId).begin((inner) => answer(inner, sent, ids))
    }
    await database.end()
    return count
  })
}

test.skipIf(isSharded).each(answers)(
  '%s reads no more rows of a large campaign than of a small one',
  async (...course) => {
    const world = await aWorld()
    await readsOf(world, 20, course)
    const small = await readsOf(world, 200, course)
    const large = await readsOf(world, 2000, course)
    expectNoMore(small, large)
  },
)
