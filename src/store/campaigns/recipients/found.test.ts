import { expect, test } from 'vitest'
import { claimCampaign } from '../../../../test/harness/sending/campaigns.ts'
import { aCampaignWorld } from '../../../../test/harness/sending/world.ts'
import { markBatch } from '../batches/mark.ts'
import { beginCampaign } from '../sending.ts'

const only = (email: string) => ({ type: 'subscriber_email', operator: 'is', value: email })
const width = 1_024

/** Marks until nobody is left. @returns whom, and how far the campaign was after each mark */
async function markAll(people: number, spread: number, email: string) {
  const world = await aCampaignWorld(people)
  const { sql, organizationId } = world
  await sql`update subscribers set id = (id - (select min(id) - 1 from subscribers)) * ${spread}`
  const id = await world.begin({ segmentation_criteria_ad_hoc: [only(email)] })
  const database = sql.within(organizationId)
  const claimed = (await claimCampaign(sql, 'leader')) ?? expect.fail()
  const claim = await database.begin((tx) => beginCampaign(tx, claimed, { contentCount: 1 }))
  const marked: number[] = []
  const places: number[] = []
  for (;;) {
    const one = await database.begin((tx) =>
      markBatch(tx, claim, {
        batchMax: 50,
        reach: { ids: width },
        contentOf: () => 1,
        formatOf: () => 'html',
      }),
    )
    const [row] = await sql<
      [{ at: number }]
    >`select cursor_subscriber_id as at from campaigns where id = ${id}`
    places.push(row.at)
    if (one.kind === 'batch') marked.push(...one.batch.addressees.map((addressee) => addressee.subscriber_id))
    if (one.kind === 'none') return { marked, places }
  }
}

test('a segment that selects few is read by ranges of ids, each in a transaction of its own', async () => {
  const { marked, places } = await markAll(4_000, 1, 'person3500@example.com')
  expect(marked).toEqual([3_500])
  const steps = places.map((at, turn) => at - (places[turn - 1] ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(width)
  expect(places.at(-1)).toBe(4_000)
})

test('ids between which there is nobody of the list cost one look, and nobody is passed over', async () => {
  const { marked, places } = await markAll(20, 1_000_000, 'person20@example.com')
  expect(marked).toEqual([20_000_000])
  expect(places.length).toBeLessThan(25)
})
