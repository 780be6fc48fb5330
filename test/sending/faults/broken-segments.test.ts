import { expect, test } from 'vitest'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { until } from '../../harness/core/until.ts'
import { aList } from '../../harness/core/records.ts'

test('a campaign whose segment names what is gone fails with a sentence, and sends to nobody', async () => {
  const world = await aCampaignWorld(3)
  const { api, sql, sink, stateOf, organizationId, listId } = world
  const other = await aList(sql, organizationId, { name: 'Other' })
  const notOn = { type: 'in_mailing_list', operator: 'is_not_in', mailing_list: { id: other } }
  const id = await world.begin({ segmentation_criteria_ad_hoc: [notOn] })
  await sql`update mailing_lists set deleted_at = now() where id = ${other}`
  const checked = await sql<{ id: number }[]>`select id from campaigns where mailing_list_id = ${listId}`
  expect(checked).toHaveLength(1)
  startSenders(api, { smtpUrl: sink.url })
  await until(async () => (await stateOf(id)).state === 'failed')
  expect((await stateOf(id)).error_message).toBe(
    `The recipients could not be found: the segment names a mailing list that no longer exists (id ${other}): change the segment, then try again.`,
  )
  expect(sink.messages).toHaveLength(0)
})

test('the messages of a campaign do not count for its own segment', async () => {
  const world = await aCampaignWorld(120)
  const { api, sink, statsOf } = world
  const unsent = { type: 'activity', activity: 'was_sent', operator: 'did_not' }
  const first = await world.begin({ segmentation_criteria_ad_hoc: [unsent] })
  startSenders(api, { smtpUrl: sink.url })
  await world.finished(first)
  expect(await statsOf(first)).toMatchObject({ recipients_total: 120, recipients_sent: 120 })
  const second = await world.begin({ name: 'Second', segmentation_criteria_ad_hoc: [unsent] })
  await world.finished(second)
  expect(await statsOf(second)).toMatchObject({ recipients_total: 0 })
  const last = { type: 'activity', activity: 'was_sent', operator: 'did', last_campaigns: 2 }
  const third = await world.begin({ name: 'Third', segmentation_criteria_ad_hoc: [last] })
  await world.finished(third)
  expect(await statsOf(third)).toMatchObject({ recipients_sent: 120 })
})
