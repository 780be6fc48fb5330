import { test } from 'vitest'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aList, anAutoresponder } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('the autoresponders of the console', () => {
  test('an autoresponder gets another delay, and is deleted after saying what that means', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    await anAutoresponder(sql, organizationId, listId)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/autoresponders`)
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByText('Somebody joins the list. At once.').waitFor()
    await page.getByText('Later', { exact: true }).click()
    await page.getByLabel('How long after').fill('3')
    await lookAt(page, 'autoresponder')
    await page.getByRole('button', { name: 'Save the delay' }).click()
    await page.getByText('Somebody joins the list. 3 days later at 00:00.').waitFor()
    await page.getByRole('button', { name: 'Delete …' }).click()
    await page.getByText('Messages that wait are not sent.').waitFor()
    await page.getByRole('button', { name: 'Delete the autoresponder' }).click()
    await page.getByRole('heading', { name: 'No autoresponders on this list' }).waitFor()
  })
})
