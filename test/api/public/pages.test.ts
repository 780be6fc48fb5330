import { expect, test } from 'vitest'
import { createTrackingTokens } from '../../../src/links/token.ts'
import { aList } from '../../harness/core/records.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

/** The unsubscribe link of a subscriber. */
async function aLink({ sql, a: { organizationId }, secrets }: Server): Promise<string> {
  const listId = await aList(sql, organizationId, { name: 'Letters from the garden' })
  const [person] = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key)
    values (${organizationId}, ${listId}, 'ann@example.com') returning id`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${listId}, 1)
    on conflict (organization_id, mailing_list_id) do update set active = 1`
  const sourceId = await aStartedCampaign(sql, organizationId, listId, { from_email: 'news@alder.example' })
  const ref = { organizationId, listId, source: 'campaign', sourceId, subscriberId: person?.id ?? 0 } as const
  return `/u/${createTrackingTokens(secrets).write({ kind: 'unsubscribe', ...ref })}`
}

describeInBrowser('the page of an unsubscribe link', () => {
  test('leads out, says so again later, and leads back, by keyboard and in the language of the browser', async () => {
    const server = await aServer()
    await server.sql`update organizations set name = 'Alder & Finch' where id = ${server.a.organizationId}`
    const link = await aLink(server)
    const page = await aPage(server, { locale: 'de-AT', expectedFaults: [/404/] })
    await page.goto(link)
    await lookAt(page, 'unsubscribe')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sie sind abgemeldet' }).waitFor()
    await lookAt(page, 'unsubscribed')
    await page.goto(link)
    await page.getByRole('heading', { name: 'Sie sind bereits abgemeldet' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await lookAt(page, 'unsubscribed-already')
    await page.getByRole('button', { name: 'Wieder anmelden' }).click()
    await page.getByRole('heading', { name: 'Sie sind wieder angemeldet' }).waitFor()
    await lookAt(page, 'subscribed-again')
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('heading', { name: 'Sie sind abgemeldet' }).waitFor()
    await page.goto(`${link}x`)
    await page.getByRole('heading', { name: 'Dieser Link funktioniert nicht' }).waitFor()
    await lookAt(page, 'dead-link')
  })
})
