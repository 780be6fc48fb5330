import { expect, test } from 'vitest'
import { presetRoles } from '../../../../src/contract/users/preset-roles.ts'
import { givePassword, logIn } from '../../../harness/browser/log-in.ts'
import { aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'
import { aRole, aUser } from '../../../harness/records/sessions.ts'
import { aStartedCampaign } from '../../../harness/sending/campaigns.ts'
import { people } from '../../../harness/sending/world.ts'

describeInBrowser('what a role offers', () => {
  test('who only imports finds no link to a page that they do not get, and no page asks for what they may not read', async () => {
    const server = await aServer({ rowSecurity: true })
    const { sql, a } = server
    const { organizationId } = a
    const listId = await aList(sql, organizationId, { name: 'News' })
    await people(sql, organizationId, listId, 1)
    const campaignId = await aStartedCampaign(sql, organizationId, listId, { name: 'Spring news' })
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state)
      select ${organizationId}, ${campaignId}, id, 'accepted' from subscribers`
    const [segment] = await sql<[{ id: number }]>`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      values (${organizationId}, ${listId}, 'All', '[]') returning id`
    const permissions = presetRoles.Importer
    const email = 'ina@example.com'
    const ina = await aUser(server, organizationId, {
      email,
      role_id: await aRole(sql, organizationId, permissions),
    })
    await givePassword(sql, organizationId, ina)
    const page = await aPage(server, { expectedFaults: [/status of 40[134]/] })
    await logIn(page, email)
    const refused: string[] = []
    page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
    const linked: string[] = []
    const visit = async (path: string, shown: string) => {
      await page.goto(`/console/o/${organizationId}${path}`)
      await page.locator('main').getByText(shown).first().waitFor()
      const links = page.locator('main a')
      const hrefs = await links.evaluateAll((all) =>
        all.map((link) => (link as unknown as { href: string }).href),
      )
      linked.push(...hrefs.filter((href) => /\/(?:campaigns|forms)/.test(href)))
    }
    await visit(`/lists/${listId}`, 'Where people come from')
    await visit(`/segments/${segment.id}`, 'Used by')
    await visit(`/lists/${listId}/people/1`, 'Spring news')
    await visit(`/campaigns/${campaignId}/people?kind=sent`, 'Nothing here')
    expect({ refused, linked }).toEqual({ refused: [], linked: [] })
    expect(server.faults).toEqual([])
  })
})
