import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { drawnMax } from '../../../../console/design/thinned.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'
import { aStartedCampaign } from '../../../harness/sending/campaigns.ts'

const peak = 98_765

/** So many hours, the last of them with the peak. */
function timelineOf(length: number) {
  const counts = { sent: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0 }
  const periods = Array.from({ length }, (_, place) => ({
    ...counts,
    start: new Date(Date.UTC(2026, 0, 1, place)).toISOString(),
    sent: place === length - 1 ? peak : (place * 37) % 1_000,
  }))
  return { time_zone: 'UTC', by: 'hour', periods, later: counts, undated: counts }
}

/** In place of the server, which answers fewer points. */
async function answerWith(page: Page, length: number): Promise<void> {
  await page.unroute('**/timeline?*')
  await page.route('**/timeline?*', (route) =>
    route.fulfill({
      json: { success: true, data: timelineOf(length), error_code: null, error_message: null },
    }),
  )
}

describeInBrowser('a chart', () => {
  test('of one point and of 10,000 is drawn, and holds no more of them than can be seen', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId)
    const campaign = await aStartedCampaign(sql, organizationId, listId, { name: 'Spring' })
    await sql`
      insert into campaign_stats (organization_id, campaign_id, recipients_total, sent_total, sent_accepted)
      values (${organizationId}, ${campaign}, ${peak}, ${peak}, ${peak})
      on conflict (organization_id, campaign_id) do nothing`
    const { page } = await aLoggedInPage(server)
    const at = `/console/o/${organizationId}/campaigns/${campaign}/report?show=sent&as=chart`
    const chart = page.getByRole('group', { name: /Sent/ })
    const line = chart.locator('path.recharts-line-curve')

    await answerWith(page, 1)
    await page.goto(at)
    await chart.locator('.recharts-line-dot').waitFor()
    await chart.getByText('2026-01-01 00:00').waitFor()
    await lookAt(page, 'chart-of-1')
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('cell', { name: '98,765' }).waitFor()

    await answerWith(page, 10_000)
    await page.goto(at)
    await line.waitFor()
    const corners = ((await line.getAttribute('d')) ?? '').match(/[ML]/g) ?? []
    expect(corners.length).toBeGreaterThan(drawnMax / 2)
    expect(corners.length).toBeLessThanOrEqual(drawnMax)
    // The peak is in the picture: the scale reaches it.
    await chart.getByText('100K', { exact: true }).waitFor()
    await page.getByText('The chart shows the highest of each 17 points; the file has all.').waitFor()
    await lookAt(page, 'chart-of-10000')
    await page.getByRole('button', { name: 'Table' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(100)
    expect(await page.getByRole('row').count()).toBeLessThan(300)
    await page.getByRole('button', { name: 'Show more: 9,800 rows' }).waitFor()
  })
})
