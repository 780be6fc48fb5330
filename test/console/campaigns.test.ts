import { readFile } from 'node:fs/promises'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { distrustUnseen } from '../../console/app/reach/unseen.ts'
import { addStats } from '../../src/store/campaigns/stats.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aList } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'

async function aSendingOrganization() {
  const server = await aServer()
  const { organizationId } = server.a
  const sql = server.sql.within(organizationId)
  const listId = await aList(sql, organizationId, { name: 'Newsletter' })
  const campaign = async (name: string, attributes: object, total = 0) => {
    const id = await aStartedCampaign(sql, organizationId, listId, { name, ...attributes })
    await sql`
      insert into campaign_stats (organization_id, campaign_id, recipients_total)
      values (${organizationId}, ${id}, ${total})`
    return id
  }
  const count = (campaignId: number, counts: Parameters<typeof addStats>[3][number]['counts']) =>
    sql.begin((sql) => addStats(sql, organizationId, { campaignId }, [{ contentId: null, counts }]))
  return { server, sql, organizationId, listId, campaign, count, at: `/console/o/${organizationId}` }
}

test('a change that came between two pages is fetched by the next one, and by none that shows it already', async () => {
  const known = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const asked: string[] = []
  const show = (name: string) => {
    const queryFn = () => {
      asked.push(name)
      return name
    }
    return new QueryObserver(known, { queryKey: [1, 'Campaigns', name], queryFn }).subscribe(() => {})
  }
  for (const name of ['left', 'shown']) known.setQueryData([1, 'Campaigns', name], name)
  known.setQueryData([1, 'Segments', 'left'], 'left')
  const hide = show('shown')
  distrustUnseen(known, [[1, 'Campaigns']])
  expect(known.getQueryState([1, 'Campaigns', 'left'])).toMatchObject({ isInvalidated: true })
  expect(known.getQueryState([1, 'Segments', 'left'])).toMatchObject({ isInvalidated: false })
  const others = ['left', 'shown'].map(show)
  await expect.poll(() => known.isFetching()).toBe(0)
  expect(asked).toEqual(['left'])
  for (const end of [hide, ...others]) end()
  known.clear()
})

describeInBrowser('the campaigns of the console', () => {
  test('a campaign that is being sent moves by the stream, in the list and on its page', async () => {
    const { server, sql, organizationId, campaign, count, at } = await aSendingOrganization()
    const sending = { state: 'sending', finished_at: null }
    const id = await campaign('May news', sending, 48_210)
    const over = await campaign('April offer', {}, 1_000)
    await count(over, {
      sent_html: 1_000,
      total_success: 980,
      opens_unique: 380,
      clicks_unique: 61,
      unsubs_unique: 4,
    })
    await count(id, { sent_html: 12_000, total_success: 11_950 })
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state)
      select ${organizationId}, ${id}, n, 'uncertain' from generate_series(1, 12) n`
    const { page } = await aLoggedInPage(server)
    // With a stream the page does not ask by itself.
    const stream = page.waitForRequest((request) => request.url().endsWith('/stream'))
    await page.goto(`${at}/campaigns`)
    await page.getByText('12,000 of 48,210').waitFor()
    await stream
    await lookAt(page, 'campaigns')
    await count(id, { sent_html: 500, total_success: 500 })
    await page.getByText('12,500 of 48,210').waitFor()

    await sql`update campaign_stats set recipients_total_is = 'counting' where campaign_id = ${id}`
    await page.getByText('12,500, counting').waitFor()
    await page.getByRole('link', { name: 'May news' }).click()
    await page.getByText('The recipients are being counted: 48,210 or more.').waitFor()
    await sql`update campaign_stats set recipients_total_is = 'about' where campaign_id = ${id}`
    await page.getByText('12,500 of about 48,210 people').waitFor()
    await sql`update campaign_stats set recipients_total_is = 'exact' where campaign_id = ${id}`
    await page.getByRole('heading', { name: '12 messages may or may not have been sent' }).waitFor()
    await lookAt(page, 'campaign-live')
    await count(id, { sent_html: 12_000, total_success: 12_000, opens_unique: 700 })
    await page.getByText('24,500 of 48,210 people').waitFor()
    await page.getByText('50 % sent: 24,500 messages.').waitFor({ state: 'attached' })
    await sql`update jobs set waiting_for = 'sending credits' where kind = 'Campaign' and id = ${id}`
    await page.getByText('Waits for sending credits.').waitFor()
    await page.getByRole('button', { name: 'Cancel …' }).click()
    await page.getByText('24,500 people have it already. The other 23,710 will not get it.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Back')
    await lookAt(page, 'campaign-cancel')
    await page.getByRole('button', { name: 'Cancel the rest, 23,710 people' }).click()
    await page.getByText('Cancelled after 24,500 messages.').waitFor()
  })

  test('the figures of a report are the same in chart, table and file, and the message has its numbers', async () => {
    const { server, sql, organizationId, listId, campaign, count, at } = await aSendingOrganization()
    const id = await campaign('April offer', {}, 1_000)
    const [content] = await sql<{ id: number }[]>`
      insert into campaign_contents (organization_id, campaign_id, position, subject, html)
      values (${organizationId}, ${id}, 1, 'Offer', '<h1>Offer</h1><p><a href="https://shop.example/a">Read on</a></p>')
      returning id`
    await sql`
      insert into tracked_links (organization_id, campaign_id, content_id, url, clicks_total, clicks_unique)
      values (${organizationId}, ${id}, ${content?.id ?? 0}, 'https://shop.example/a', 70, 61)`
    await count(id, {
      sent_html: 1_000,
      total_success: 970,
      opens_unique: 380,
      bounces_unique: 30,
      bounces_unique_hard: 30,
    })
    for (let hours = 1; hours < 12; hours += 1) {
      await sql`
        insert into campaign_quarter_hours (organization_id, campaign_id, quarter_hour, opened)
        values (${organizationId}, ${id}, date_bin('15 minutes', now() - ${hours} * interval '1 hour', 'epoch'), ${hours})`
    }
    const earlier = await campaign('March offer', { started_at: '2025-12-01T00:00:00Z' }, 100)
    await count(earlier, { sent_html: 100, total_success: 100, opens_unique: 25 })
    await sql`
      insert into subscriber_counts_by_day
      values (${organizationId}, ${listId}, '2025-12-31', 5, 0, 0, 0, 0)`
    for (const [place, name] of ['ann', 'bob'].entries()) {
      const [row] = await sql<{ id: number }[]>`
        insert into subscribers (organization_id, mailing_list_id, key)
        values (${organizationId}, ${listId}, ${`${name}@example.com`}) returning id`
      await sql`
        insert into message_responses (organization_id, campaign_id, subscriber_id, opens, first_opened_at)
        values (${organizationId}, ${id}, ${row?.id ?? 0}, ${place + 1}, now())`
    }
    const { page } = await aLoggedInPage(server)
    await page.goto(`${at}/campaigns/${id}/report`)
    await page.locator('.recharts-surface').first().waitFor()
    await page.getByText('25 % on average').waitFor()
    await page.getByText('5 fewer').or(page.getByText('5 people fewer')).waitFor()
    await lookAt(page, 'report-time')
    await page.getByRole('textbox', { name: 'Address' }).fill('ann@example.com')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('Did not get it').waitFor()
    await lookAt(page, 'report-why')
    await page.keyboard.press('t')
    const cells = page.getByRole('cell')
    await cells.first().waitFor()
    const shown = await page
      .getByRole('row')
      .evaluateAll((rows: HTMLElement[]) => rows.map((row) => row.innerText.split(/\s*\t\s*/)))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => line.slice(1, -1).split('","'))
    expect(lines).toEqual(shown)
    const [timeline] = await sql<{ opened: number }[]>`
      select sum(opened)::integer as opened from campaign_quarter_hours where campaign_id = ${id}`
    expect(lines.slice(1).reduce((sum, [, opened]) => sum + Number(opened), 0)).toBe(timeline?.opened)
    await page.getByRole('tab', { name: 'Mail' }).click()
    await page.frameLocator('iframe[title^="The message"]').getByRole('heading', { name: 'Offer' }).waitFor()
    await page.frameLocator('iframe[title^="The message"]').getByText('1', { exact: true }).waitFor()
    await page.getByText('https://shop.example/a').waitFor()
    await lookAt(page, 'report-mail')
    await page.getByRole('tab', { name: 'Bounces' }).click()
    await page.getByText('30 people did not get the message.').first().waitFor({ state: 'attached' })
    await lookAt(page, 'report-bounces')
    await page.goto(`${at}/campaigns/${id}/report`)
    await page.getByRole('link', { name: 'Opened: 380' }).click()
    await page.getByRole('heading', { name: 'Opened: April offer' }).waitFor()
    await page.getByRole('link', { name: 'ann@example.com' }).waitFor()
    await lookAt(page, 'report-people')
    await page.getByRole('link', { name: 'ann@example.com' }).click()
    await page.getByRole('link', { name: 'March offer' }).waitFor()
    await lookAt(page, 'person-campaigns')
    await page.goBack()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Export them' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Write to them' }).click()
    await page.getByRole('heading', { name: 'New campaign' }).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/what$/)
    const [written] = await sql<{ clauses: unknown; name: string }[]>`
      select g.clauses, g.name from campaigns c join segments g on g.id = c.segmentation_criteria_id
      where c.state = 'idle'`
    expect(written).toEqual({
      clauses: [{ type: 'activity', activity: 'opened', operator: 'did', campaign: { id } }],
      name: expect.stringMatching(/^Opened: April offer \(/),
    })
    await sql`update message_responses set machine_opens = 1 where campaign_id = ${id}`
    await page.goto(`${at}/campaigns/${id}/people?kind=opened_by_machine`)
    await page.getByRole('button', { name: 'Write to them' }).click()
    await page.waitForURL(/segment=\d+/)
    const segmentId = new URL(page.url()).searchParams.get('segment')
    await page.goto(`${at}/segments/${segmentId}`)
    await page.getByText('have a program that opened the campaign “April offer”').first().waitFor()
    await page
      .getByLabel('What', { exact: true })
      .and(page.locator('[value="A program opened a message"]'))
      .waitFor()
    await lookAt(page, 'segment-of-programs')
    await page.goto(`${at}/campaigns/compare?ids=${id}`)
    await page.getByText('380 · 39 %').waitFor()
    await lookAt(page, 'compare')
    await sql`
      insert into campaigns (organization_id, mailing_list_id, name)
      select organization_id, mailing_list_id, 'Draft ' || n from campaigns, generate_series(1, 18) n where id = ${id}`
    const pictures = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/campaigns\/\d+$/.test(pathname)) pictures.add(pathname)
    })
    await page.goto(`${at}/campaigns`)
    await page.getByRole('link', { name: 'Draft 18', exact: true }).waitFor()
    await page.getByRole('link', { name: 'April offer' }).scrollIntoViewIfNeeded()
    await page
      .frameLocator('iframe.thumbnail')
      .last()
      .getByRole('heading', { name: 'Offer', includeHidden: true })
      .waitFor({ state: 'attached' })
    // Each once: the stream reads again what was read before it was open.
    expect(pictures.size).toBeLessThan(18)
    await lookAt(page, 'campaigns-pictures')
    await page.goto(`${at}/reports/credits`)
    await page.getByRole('heading', { name: 'No entries' }).waitFor()
    await page.goto(`${at}/reports/sent`)
    await page.getByRole('heading', { name: 'Nothing was sent' }).waitFor()
  })
})
