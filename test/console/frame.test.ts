import { expect, test } from 'vitest'
import {
  createMailingList,
  createMailingListDeleteCode,
  deleteMailingList,
} from '../../src/contract/lists/endpoints.ts'
import { createClient } from '../../src/client/api.ts'
import { givePassword, password } from '../harness/browser/log-in.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage, aPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aServer, type Server } from '../harness/core/server.ts'
import { until } from '../harness/core/until.ts'
import { aUser } from '../harness/records/sessions.ts'

async function aPerson(server: Server): Promise<string> {
  const userId = await aUser(server, server.a.organizationId, {
    role: 'organization_admin',
    email: 'ann@example.com',
  })
  await givePassword(server.sql.within(server.a.organizationId), server.a.organizationId, userId)
  return 'ann@example.com'
}

describeInBrowser('the console', () => {
  test('opens the page of a link after the log-in, and a wrong password says so', async () => {
    const server = await aServer()
    const email = await aPerson(server)
    const page = await aPage(server, { expectedFaults: [/status of 401/] })
    await page.goto(`/console/o/${server.a.organizationId}/lists`)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await lookAt(page, 'log-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel(/^Password/).fill('another password than that')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('E-mail, password or code is not right.').waitFor()
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/o/${server.a.organizationId}/lists`)
    await page.getByRole('button', { name: 'Ann Example' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  test('shows lists, empty and full, creates one, and says when it is deleted', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/status of 404/] })
    let release = () => {}
    const answer = new Promise<void>((resolve) => (release = resolve))
    const isFirstPage = (url: URL) => url.pathname.endsWith('/mailing_lists')
    await page.route(isFirstPage, (route) => answer.then(() => route.continue()), { times: 1 })
    await page.goto(`/console/o/${server.a.organizationId}/lists`)
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
    // The button of an empty page stands elsewhere, so there is none before the answer.
    const create = page.getByRole('link', { name: 'New list' }).filter({ visible: true })
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await create.count()).toBe(0)
    release()
    await page.getByRole('heading', { name: 'No lists yet' }).waitFor()
    await lookAt(page, 'lists-empty')
    expect(await create.count()).toBe(1)
    await create.click()
    await page.getByLabel('Name of the list').fill(' ')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByText('Cannot be blank.').waitFor()
    await lookAt(page, 'lists-new')
    await page.getByLabel('Name of the list').fill('Newsletter')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Newsletter' }).waitFor()
    const client = createClient({ url: server.url, credential: server.a.credential })
    await client.call(createMailingList, { body: { name: 'N'.repeat(100), d_from_name: 'Ann' } })
    await page.reload()
    await page.getByRole('link', { name: 'NNN' }).waitFor()
    await lookAt(page, 'lists')

    // On paper stands the page alone.
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('row').filter({ hasText: 'NNN' }).isVisible()).toBe(true)
    for (const beside of [menu, page.getByRole('banner'), create])
      expect(await beside.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    // What is not needed every day is folded; what somebody has opened stays open.
    const fold = menu.getByRole('button', { name: 'Settings' })
    expect(await menu.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
    await fold.press('Enter')
    await menu.getByRole('link', { name: 'Webhooks' }).waitFor()
    await page.reload()
    await menu.getByRole('link', { name: 'Webhooks' }).waitFor()
    await fold.press('Enter')
    expect(await menu.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)

    await page.getByRole('link', { name: 'Newsletter' }).click()
    await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
    // The home of a list: how it grew.
    const listId = Number(page.url().split('/').at(-1))
    await server.sql`
      insert into subscriber_counts_by_day
      select ${server.a.organizationId}, ${listId}, current_date - n, 700 + (30 - n) * 10, 30 - n, 0, 0, 0
      from generate_series(1, 30) n`
    await page.reload()
    const line = page.getByRole('slider', { name: /^Active people/ })
    await line.press('Home')
    expect(await line.getAttribute('aria-valuetext')).toMatch(/: 700$/)
    await line.press('End')
    expect(await line.getAttribute('aria-valuetext')).toMatch(/: 990$/)

    // A colleague deletes it meanwhile: the page asks again when somebody returns to its tab.
    const params = { id: listId }
    const { data } = await client.call(createMailingListDeleteCode, { params })
    await client.call(deleteMailingList, { params: { ...params, code: data.delete_confirmation_code } })
    await until(async () => {
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
      return page.getByText('It was deleted while this page was open.').isVisible()
    })
    expect(await page.getByText('is not responding').count()).toBe(0)
    await page.getByRole('link', { name: 'Back to Lists' }).click()
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  })

  test('a page whose script is gone after an upgrade comes with a new document', async () => {
    const server = await aServer()
    const expectedFaults = [/\/assets\/new-/, /dynamically imported module/]
    const { page } = await aLoggedInPage(server, undefined, { expectedFaults })
    await page.route('**/assets/new-*.js', (route) => route.abort())
    await page.goto(`/console/o/${server.a.organizationId}/lists/new`)
    await page.getByRole('alert').waitFor()
    await page.unroute('**/assets/new-*.js')
    await page.getByRole('button', { name: 'Reload it' }).click()
    await page.getByLabel('Name of the list').waitFor()
  })
})
