import { test } from 'vitest'
import { addStats } from '../../../../src/store/campaigns/stats.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'
import { aStartedCampaign } from '../../../harness/sending/campaigns.ts'

describeInBrowser('the versions of an A/B test', () => {
  test('live page and report show what each brought, and which won and why', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    const id = await aStartedCampaign(sql, organizationId, listId, { name: 'Autumn' })
    await sql`
      insert into campaign_stats (organization_id, campaign_id, recipients_total)
      values (${organizationId}, ${id}, 1000)`
    await sql`delete from campaign_contents where campaign_id = ${id}`
    const contents = await sql<{ id: number }[]>`
      insert into campaign_contents (organization_id, campaign_id, position, name, subject)
      values (${organizationId}, ${id}, 1, 'Short', 'A'), (${organizationId}, ${id}, 2, 'Long', 'B') returning id`
    for (const [index, { id: contentId }] of contents.entries()) {
      const clicked = index === 0 ? 6 : 8
      await sql.begin((sql) =>
        addStats(sql, organizationId, { campaignId: id }, [
          {
            contentId,
            counts: {
              sent_html: 100,
              total_success: 100,
              opens_unique: 40,
              clicks_unique: clicked,
              opens_machine_total: 9,
              opens_machine_unique: 7,
              clicks_machine_total: 50,
              clicks_machine_unique: 5,
            },
          },
        ]),
      )
    }
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/campaigns/${id}/report`)
    await page
      .getByText('Not enough to tell yet: the difference in people who clicked may be chance.')
      .waitFor()
    await page
      .getByText(
        'Programs that look at every message opened 14 messages (18 times) and followed links of 10 (100 times); they are not counted above.',
      )
      .waitFor()
    const winner = contents[1]?.id ?? 0
    await sql`update campaigns set pass = 'rest', autowinner_metric = 'clicks_unique',
      winning_content_id = ${winner} where id = ${id}`
    for (const { id: contentId } of contents) {
      const counts = sql.json({
        sent_html: 100,
        opens_unique: 40,
        clicks_unique: contentId === winner ? 30 : 6,
      })
      await sql`
        insert into winner_snapshots (organization_id, campaign_id, content_id, counts, is_winner)
        values (${organizationId}, ${id}, ${contentId}, ${counts}, ${contentId === winner})`
    }
    for (const part of ['report', 'live']) {
      await page.goto(`/console/o/${organizationId}/campaigns/${id}/${part}`)
      await page.getByText('Long had clearly more people who clicked.').waitFor()
      await page.getByText('Long (winner)').waitFor()
      await page.getByText('30 · 21.9 to 39.6 %').waitFor()
      await lookAt(page, `versions-${part}`)
    }
  })
})
