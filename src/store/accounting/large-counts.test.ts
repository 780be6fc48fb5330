import { expect, test } from 'vitest'
import { aSendersDatabase } from '../../../test/harness/sending/campaigns.ts'
import { findAutoresponderCounts } from '../autoresponders/statistics.ts'
import { findFigures } from '../autoresponders/sequence-places.ts'
import { findCampaignSlices } from '../campaigns/reports.ts'
import { addStats } from '../campaigns/stats.ts'
import { findTimeline } from '../campaigns/timeline.ts'

/** Twice as many are more than an integer holds. */
const many = 2_000_000_000

const counts = { sent_html: many, total_success: many, opens_unique: many }
const change = { contentId: null, counts, bounceCodes: { '5.1.1': many } }

test('a campaign to more people than an integer counts is counted, and shown', async () => {
  const { sql, sender } = await aSendersDatabase()
  const { id, campaignId } = sender
  await addStats(sql, id, { campaignId }, [change])
  await addStats(sql, id, { campaignId }, [change])
  const [slice] = await findCampaignSlices(sql, id, campaignId)
  expect(slice?.counts).toMatchObject({
    sent_html: 2 * many,
    opens_unique: 2 * many,
    bounces_unique_by_code: { '5.1.1': 2 * many },
  })
  const rows = await findTimeline(sql, id, campaignId, { by: 'day', zone: 'UTC' })
  expect(rows.map(({ kind, sent, opened }) => [kind, sent, opened])).toEqual([
    ['period', 2 * many, 2 * many],
    ['later', 0, 0],
    ['counter', 2 * many, 2 * many],
  ])
})

test('an autoresponder that has sent more messages than an integer counts shows how many', async () => {
  const { sql, sender } = await aSendersDatabase()
  const { id, autoresponderId } = sender
  await addStats(sql, id, { autoresponderId }, [change])
  await addStats(sql, id, { autoresponderId }, [change])
  expect(await findAutoresponderCounts(sql, id, autoresponderId, { start: null, end: null })).toMatchObject({
    sent_html: 2 * many,
    bounces_unique_by_code: { '5.1.1': 2 * many },
  })
  expect(await findFigures(sql, id, autoresponderId)).toMatchObject([{ sent: 2 * many, opened: 2 * many }])
})
