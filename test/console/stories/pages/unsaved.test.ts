import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { givePassword, password } from '../../../harness/browser/log-in.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

/** What is typed is neither lost nor written over what somebody else has saved. */

async function aDraft() {
  const server = await aServer()
  const { sql, a } = server
  await aList(sql, a.organizationId, { name: 'Newsletter' })
  const expectedFaults = [/no answer: .*\/campaigns\//, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /401|409/]
  const { page, session } = await aLoggedInPage(server, undefined, { expectedFaults })
  await page.goto(`/console/o/${a.organizationId}/campaigns/new?start=html`)
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await page.getByLabel('Subject').waitFor()
  const subjects = async () =>
    (await sql<{ subject: string }[]>`select subject from campaign_contents`).map(({ subject }) => subject)
  return { server, sql, a, page, session, subjects }
}

const step = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name }).click()

describeInBrowser('what is typed in a campaign', () => {
  test('stays while the server is away, whichever step one goes to, and is sent when it is there', async () => {
    const { page, subjects } = await aDraft()
    await page.route('**/campaigns/*', (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.getByLabel('Subject').fill('Typed in a tunnel')
    await step(page, /How/)
    await page.getByLabel('Sender name').fill('Anna')
    await page.getByText('No connection to the server').waitFor()
    await step(page, /What/)
    expect(await page.getByLabel('Subject').inputValue()).toBe('Typed in a tunnel')
    await step(page, /How/)
    expect(await page.getByLabel('Sender name').inputValue()).toBe('Anna')
    expect(await subjects()).toEqual([''])
    await page.unroute('**/campaigns/*')
    await page.getByText(/saved \d/).waitFor()
    expect(await subjects()).toEqual(['Typed in a tunnel'])
  })

  test('is sent by itself after a log-in, if the session had ended', async () => {
    const { sql, a, page, session, subjects } = await aDraft()
    await givePassword(sql, a.organizationId, session.userId)
    await sql`delete from user_sessions where user_id = ${session.userId}`
    // Until it is refused: a save that leaves during the log-in has the token of the session before.
    const refused = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.status() === 401,
    )
    await page.getByLabel('Subject').fill('Typed without a session')
    await refused
    await page.getByText('Your session has ended').waitFor()
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Your session has ended').waitFor({ state: 'detached' })
    await page.getByText(/saved \d/).waitFor()
    expect(await subjects()).toEqual(['Typed without a session'])
    expect(await page.getByText('You may not see this').count()).toBe(0)
  })

  test('is not lost when the tab is closed at once: the browser asks, and it is saved', async () => {
    const { page, subjects } = await aDraft()
    const asked = page.waitForEvent('dialog')
    await page.getByLabel('Subject').fill('Typed last')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await expect.poll(subjects).toEqual(['Typed last'])
  })

  test('does not replace what somebody saves while it is on its way', async () => {
    const { sql, page, subjects } = await aDraft()
    let calls = 0
    await page.route('**/campaigns/*', async (route) => {
      if (route.request().method() === 'PUT' && ++calls === 1) {
        await sql`update campaign_contents set subject = 'Theirs'`
        await sql`update campaigns set updated_at = updated_at + interval '1 second'`
      }
      await route.continue()
    })
    await page.getByLabel('Subject').fill('Mine')
    await page.getByText('Somebody else saved this').waitFor()
    expect(await subjects()).toEqual(['Theirs'])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText(/saved \d/).waitFor()
    expect(await subjects()).toEqual(['Mine'])
  })
})

describeInBrowser('what is typed in a scheduled campaign', () => {
  test('leaves only once it is scheduled again', async () => {
    const { server, sql, a, page, subjects } = await aDraft()
    await sql`update campaign_contents set subject = 'Scheduled', html = '<p>Hello</p>'`
    await sql`
      with segment as (
        insert into segments (organization_id, mailing_list_id, description, clauses)
        select ${a.organizationId}, mailing_list_id, '', '[]' from campaigns returning id)
      update campaigns set state = 'scheduled', has_dispatch = true, from_email = 'news@alder.co',
        begins_at = '2099-05-01T09:00Z', segmentation_criteria_id = segment.id from segment`
    await page.reload()
    await page.getByLabel('Subject').fill('Half a thou')
    await page.getByText('it will be sent without these changes').waitFor()
    await page.getByText(/changes saved \d\d:\d\d, not scheduled/).waitFor()
    await step(page, /How/)
    await page.getByLabel('Sender name').fill('Anna')
    await step(page, /What/)
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half a thou')
    expect(await subjects()).toEqual(['Scheduled'])
    await page.getByText(/changes saved \d\d:\d\d, not scheduled/).waitFor()
    // A colleague finds it in another browser, and goes on.
    const { page: other } = await aLoggedInPage(server, undefined, { expectedFaults: [/409/] })
    await other.goto(page.url())
    await expect.poll(() => other.getByLabel('Subject').inputValue()).toBe('Half a thou')
    await other.getByLabel('Subject').fill('Half a thought')
    await other.getByText(/changes saved \d\d:\d\d, not scheduled/).waitFor()
    await page.getByLabel('Subject').fill('Mine')
    await page.getByText('Somebody else saved this').waitFor()
    await page.getByRole('button', { name: 'See theirs' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half a thought')
    await lookAt(page, 'draft-beside')
    await page.getByLabel('Subject').fill('A whole thought')
    await page.getByRole('button', { name: 'Save and schedule again' }).click()
    await page.waitForURL(/\/check$/)
    await page.getByText('What you change stays beside it').waitFor()
    expect(await sql`select state, from_name from campaigns`).toMatchObject([
      { state: 'scheduled', from_name: 'Anna' },
    ])
    expect(await subjects()).toEqual(['A whole thought'])
    expect(await sql`select 1 from campaign_drafts`).toHaveLength(0)
    await step(page, /What/)
    await page.getByLabel('Subject').fill('A second thought')
    await page.getByText(/changes saved \d\d:\d\d, not scheduled/).waitFor()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByText('What you change stays beside it').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('A whole thought')
  })
})
