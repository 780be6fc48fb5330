import { expect, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList, anAutoresponder } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

describeInBrowser('the calendar', () => {
  test('shows what is scheduled and moves it, by keyboard and by drag, unless somebody else has changed it', async () => {
    const server = await aServer()
    const { sql, a } = server
    const listId = await aList(sql, a.organizationId, { name: 'Newsletter' })
    const [campaign] = await sql<{ id: number }[]>`
      with everybody as (
        insert into segments (organization_id, mailing_list_id, clauses) values (${a.organizationId}, ${listId}, '[]')
        returning id)
      insert into campaigns
        (organization_id, mailing_list_id, segmentation_criteria_id, name, state, has_dispatch, begins_at, from_email)
      select ${a.organizationId}, ${listId}, id, 'Spring letter', 'scheduled', true, '2099-05-13T09:00Z',
        'news@example.com' from everybody
      returning id`
    await sql`
      insert into campaign_contents (organization_id, campaign_id, position, format, text, subject)
      values (${a.organizationId}, ${campaign?.id ?? 0}, 0, 'text', 'Hello', 'Spring')`
    await sql`
      insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
      values (${a.organizationId}, ${listId}, 'Old letter', 'finished', true, now(), now(), now())`
    const greetingId = await anAutoresponder(sql, a.organizationId, listId, { name: 'Greeting' })
    await sql`
      insert into messages_sent_by_quarter_hour (organization_id, quarter_hour, autoresponder_id, messages)
      values (${a.organizationId}, date_trunc('hour', now()), ${greetingId}, 1234)`
    const begins = async () => {
      const [row] = await sql<
        { begins_at: Date }[]
      >`select begins_at from campaigns where id = ${campaign?.id ?? 0}`
      return row?.begins_at.toISOString()
    }
    const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/409/] })
    await page.goto(`/console/o/${a.organizationId}/calendar`)
    await page.getByRole('link', { name: 'Old letter' }).waitFor()
    const today = page.locator('td[aria-current]')
    await page.getByText('when the next ones are due depends on what people do').waitFor()
    await today.getByText('1,234 messages by autoresponders').press('Enter')
    await today.getByText('Greeting: 1,234').waitFor()
    await lookAt(page, 'calendar-autoresponders')
    await page.goto(`/console/o/${a.organizationId}/calendar?day=2099-05-01`)
    await page.getByRole('link', { name: 'Spring letter' }).waitFor()
    await lookAt(page, 'calendar')
    await page.getByRole('button', { name: 'Move Spring letter' }).press('Enter')
    await page.getByLabel('New day and time').fill('2099-05-20T10:30')
    await page.getByLabel('New day and time').press('Enter')
    await page.getByText('Spring letter now begins 20 May 2099, 10:30').waitFor()
    expect(await begins()).toBe('2099-05-20T10:30:00.000Z')
    // The button that had the focus is gone with its day.
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BODY')

    const entry = page.locator('.calendar-entry', { hasText: 'Spring letter' })
    await entry.dragTo(page.locator('td', { has: page.locator('[datetime="2099-05-22"]') }))
    await sql`update campaigns set updated_at = updated_at + interval '1 second' where id = ${campaign?.id ?? 0}`
    expect(await page.getByLabel('New day and time').inputValue()).toBe('2099-05-22T10:30')
    await page.getByRole('button', { name: 'Move the campaign' }).click()
    await page.getByRole('alert').waitFor()
    expect(await begins()).toBe('2099-05-20T10:30:00.000Z')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Move Spring letter' }).press('Enter')
    await page.getByLabel('New day and time').fill('2020-01-01T10:00')
    await page.getByText('This time is over.').waitFor()
  })
})
