import { expect, test } from 'vitest'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aList } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('a segment', () => {
  test('is built with groups, by keyboard too, counted while one types, saved and opened again', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    await server.sql`
      insert into subscribers (organization_id, mailing_list_id, key, status, subscribe_time)
      select ${organizationId}, ${listId}, 'p' || n || '@example.com',
        case when n % 4 = 0 then 'bounced' else 'active' end, now() - n * interval '1 day'
      from generate_series(1, 100) n`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/segments`)
    await page.getByRole('link', { name: 'New segment' }).first().click()
    // Who joined in the last 30 days, without those who bounced.
    await page.getByText('22 people').waitFor()
    const days = page.getByRole('textbox', { name: 'Value' })
    await days.fill('10')
    await page.getByText('Active people who joined in the last 10 days.').waitFor()
    await page.getByText('7 people').waitFor()
    await page.getByRole('button', { name: 'Add a group' }).click()
    const rows = page.getByRole('group', { name: 'Joined' })
    await rows.nth(1).getByRole('textbox', { name: 'Value' }).fill('4')
    await page.getByText('3 people').waitFor()
    await lookAt(page, 'segment')
    // Out of its group, above the first condition, and gone, and back.
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    expect(await rows.nth(0).getByRole('textbox', { name: 'Value' }).inputValue()).toBe('4')
    await rows.nth(0).getByRole('textbox', { name: 'Value' }).press('Alt+Delete')
    await page.getByText('7 people').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 people').waitFor()
    await page.getByLabel(/^Name/).fill('Newcomers')
    await page.getByRole('button', { name: 'Save the segment' }).click()
    await page.getByText('Nothing uses this segment.').waitFor()
    await page.reload()
    await page.getByText('3 people').waitFor()
    expect(await rows.count()).toBe(2)
  })
})
