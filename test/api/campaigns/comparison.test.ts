import { expect, test } from 'vitest'
import { campaignReportRoutes } from '../../../src/http/campaigns/reports.ts'
import { anApi } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

test('a campaign is compared with the sums of those before it on its list, and with the people of the list then', async () => {
  const api = await anApi((route, secrets) => campaignReportRoutes(route, secrets))
  const { sql } = api
  const { organizationId } = api.a
  const [listId, otherList] = [await aList(sql, organizationId), await aList(sql, organizationId)]
  const campaign = async (day: string, stats: Record<string, number>, list = listId) => {
    const id = await aStartedCampaign(sql, organizationId, list, { started_at: `${day}T10:00:00Z` })
    await sql`
      insert into campaign_stats ${sql({ organization_id: organizationId, campaign_id: id, ...stats })}`
    return id
  }
  const counts = { open_unique: 40, click_unique: 9, bounce_unique: 3, scomp_unique: 1, unsub_unique: 2 }
  await campaign('2026-01-10', { sent_total: 100, sent_accepted: 97, ...counts })
  await campaign('2026-01-20', { sent_total: 50, sent_accepted: 50, ...counts })
  await campaign('2026-01-21', { sent_total: 0 })
  const id = await campaign('2026-02-01', { sent_total: 10, sent_accepted: 10, ...counts })
  await campaign('2026-02-02', { sent_total: 1_000, ...counts })
  await campaign('2026-01-15', { sent_total: 2_000, ...counts }, otherList)
  const show = async (one: number) => (await api.call('GET', `campaigns/${one}/comparison`)).body.data
  const sums = {
    sent: 150,
    accepted: 147,
    opened: 80,
    clicked: 18,
    bounced: 6,
    complained: 2,
    unsubscribed: 4,
  }
  expect(await show(id)).toEqual({ campaigns: 2, sums, list: { active_before: null, active_now: 0 } })
  for (const [day, active] of [
    ['2026-01-30', 500],
    ['2026-01-31', 520],
    ['2026-02-01', 900],
  ] as const)
    // oxfmt-ignore
    await sql`
      insert into subscriber_counts_by_day
      values (${organizationId}, ${listId}, ${day}, ${active}, 0, 0, 0, 0)`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${listId}, 640)`
  expect(await show(id)).toMatchObject({ list: { active_before: 520, active_now: 640 } })
  const foreign = await api.call('GET', `campaigns/${id}/comparison`, undefined, api.b)
  expect(foreign.status).toBe(404)
})
