import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

/** The server's answers, with other figures: a list of so many people would take minutes to fill. */
async function change(page: Page, path: RegExp, figures: { data?: object } & Record<string, unknown>) {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    const data = figures.data === undefined ? body.data : { ...body.data, ...figures.data }
    await route.fulfill({ response, json: { ...body, ...figures, data } })
  })
}

describeInBrowser('a count that is a lower bound', () => {
  test('reads "or more" for segments, bulk changes and long lists', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    await server.sql`
      insert into subscribers (organization_id, mailing_list_id, key)
      select ${organizationId}, ${listId}, 'p' || n || '@example.com' from generate_series(1, 150) n`
    await server.sql`
      insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${listId}, 150)`
    await server.sql`
      insert into audit_events (organization_id, kind, subject_type, subject_id)
      select ${organizationId}, 'mailing_list.updated', 'MailingList', ${listId} from generate_series(1, 150) n`
    const { page } = await aLoggedInPage(server)
    const at = (path: string) => page.goto(`/console/o/${organizationId}/${path}`)
    await change(page, /segments\/preview/, { data: { count: 21_012_345, count_is_exact: false } })
    await at('segments/new')
    await page.getByText('21,012,345 people or more').waitFor()
    await lookAt(page, 'segment-at-least')
    const estimate = { number: 398_213, from: 380_441, to: 417_002 }
    const sampled = { count: 30_325, count_is_exact: false, count_estimate: estimate }
    await change(page, /segments\/preview/, { data: sampled })
    await page.reload()
    await page.getByText('About 400,000 people (380,000 to 420,000)').waitFor()
    await change(page, /segments\/preview/, { data: { count: null, count_is_exact: false, sample: [] } })
    await page.reload()
    await page.getByText('More people than could be counted in 5 seconds').waitFor()
    expect(await page.getByText('Nobody').count()).toBe(0)
    await change(page, /subscriber_bulk_changes\/preview/, {
      data: { people: 20_000_000, people_is_exact: false },
    })
    await at(`people?list=${listId}`)
    await page.getByRole('checkbox', { name: 'Select all that match' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('20,000,000 people or more. Those who are active get no more messages').waitFor()
    await page.getByRole('button', { name: 'Deactivate them' }).waitFor()
    await change(page, /audit_events/, {
      num_records: 10_000_000,
      num_pages: 100_000,
      num_records_is_exact: false,
    })
    await at('settings/audit')
    await page.getByText('10,000,000 events or more').waitFor()
    await page.getByText(/^1 to 50 of 10,000,000 or more$/).waitFor()
  })
})
