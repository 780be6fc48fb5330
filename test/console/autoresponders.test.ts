import { expect, test } from 'vitest'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aList, anAutoresponder } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('the autoresponders of the console', () => {
  test('an autoresponder is written, gets another delay and trigger, and is deleted after saying what that means', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    await anAutoresponder(sql, organizationId, listId)
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key, email, status, subscribe_time)
      values (${organizationId}, ${listId}, 'ann@example.com', 'ann@example.com', 'active', '2020-01-01T12:00:00Z')`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/autoresponders`)
    await page.getByRole('link', { name: 'New autoresponder' }).click()
    await page.getByRole('textbox', { name: 'Autoresponder' }).fill('Reminder')
    await page.getByRole('combobox', { name: 'When' }).click()
    await page.getByRole('option', { name: 'Another autoresponder is not opened' }).click()
    await page.getByRole('combobox', { name: 'Autoresponder that comes before' }).click()
    await page.getByRole('option', { name: 'Welcome' }).click()
    await page.getByRole('button', { name: 'Create it and write the message' }).click()
    await page.getByLabel('Subject').fill('Have you seen this?')
    await lookAt(page, 'autoresponder-message')
    await page.getByRole('button', { name: 'Save the message' }).click()
    await page.getByText('saved', { exact: true }).waitFor()
    const [made] = await sql`
      select trigger, paused, content_subject, content_document is not null as blocks from autoresponders where name = 'Reminder'`
    expect(made).toEqual({
      trigger: 'autoresponder_nonopen',
      paused: true,
      content_subject: 'Have you seen this?',
      blocks: true,
    })
    await sql`delete from autoresponders where name = 'Reminder'`
    await page.goto(`/console/o/${organizationId}/autoresponders`)
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByText('Somebody joins the list. At once.').waitFor()
    await page.getByLabel('Address', { exact: true }).fill('ann@example.com')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('They joined the list before the autoresponder existed, on 1 Jan 2020').waitFor()
    await page.getByText('Later', { exact: true }).click()
    await page.getByLabel('How long after').fill('3')
    await lookAt(page, 'autoresponder')
    await page.getByRole('button', { name: 'Save the delay' }).click()
    await page.getByText('Somebody joins the list. 3 days later at 00:00.').waitFor()
    await page.getByRole('combobox', { name: 'When' }).click()
    await page.getByRole('option', { name: 'A program asks for it' }).click()
    await page.getByRole('button', { name: 'Save when it is sent' }).click()
    await page.getByText('A program asks for it. 3 days later at 00:00.').waitFor()
    await page.getByRole('link', { name: 'Open the person' }).click()
    await page.getByText('As far as is recorded, what starts it did not happen for them.').waitFor()
    await lookAt(page, 'person-autoresponders')
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByRole('button', { name: 'Delete …' }).click()
    await page.getByText('Waiting messages are not sent.').waitFor()
    await page.getByRole('button', { name: 'Delete the autoresponder' }).click()
    await page.getByRole('heading', { name: 'No autoresponders on this list' }).waitFor()
  })
})
