import { expect, test } from 'vitest'
import { offerSetUp } from '../../src/actions/users/set-up.ts'
import { totpCode } from '../../src/actions/users/totp.ts'
import { createClient } from '../../src/client/api.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { setUpPath } from '../../src/contract/users/set-up.ts'
import { givePassword, password } from '../harness/browser/log-in.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage, aPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('the first minute', () => {
  test('the link of the start leads through the set-up to an overview with three doors', async () => {
    const server = await aServer()
    const token = (await offerSetUp(server.sql.everywhere())) ?? ''
    const page = await aPage(server, { expectedFaults: [/status of (401|422)/] })
    await page.goto('/console/')
    await page.getByText('Quiver has no administrator yet').waitFor()
    await page.goto(`${setUpPath}#${token}`)
    await page.getByRole('button', { name: 'Create and log in' }).click()
    await page.getByText('Cannot be blank.').first().waitFor()
    await lookAt(page, 'set-up')
    await page.getByLabel('Your name').fill('Ann Example')
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByLabel(/^Password/).fill('passwordpassword')
    await page.getByLabel('Organization').fill('Example Ltd')
    await page.getByRole('button', { name: 'Create and log in' }).click()
    // Only the server knows how easy a password is to guess; the field says so.
    await page.getByText(/too easy to guess/).waitFor()
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Create and log in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByText('Example Ltd').first().waitFor()
    for (const door of ['Import a file', 'New campaign', 'Invite somebody']) {
      await page.getByRole('link', { name: door }).waitFor()
    }
    await lookAt(page, 'overview-new')
    await page.getByRole('link', { name: 'Import a file' }).click()
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByText('Drop a file here').waitFor()
    // The first steps see by themselves what is done; the others lead to where it is done.
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Create a list' }).getByText('done').waitFor()
    await page.getByRole('link', { name: 'Say who is responsible' }).click()
    await page.getByRole('heading', { name: 'Brand', level: 1 }).waitFor()
    await page.goto(`${setUpPath}#${token}`)
    await page.getByRole('heading', { name: 'Quiver is set up already' }).waitFor()
    await lookAt(page, 'set-up-done')
  })

  test('a system administrator steps into an organization under a bar, and another tab does not act there', async () => {
    const server = await aServer()
    const { page, session } = await aLoggedInPage(
      server,
      { role: 'system_admin' },
      { organizationId: 1, expectedFaults: [/status of 403/] },
    )
    await page.goto(`/console/o/${server.a.organizationId}/lists`)
    await page.getByRole('button', { name: `Step into organization ${server.a.organizationId}` }).click()
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
    await page.getByText('What you do is recorded in its audit log').waitFor()
    await lookAt(page, 'stepped-in')
    await page.getByRole('link', { name: 'New list' }).filter({ visible: true }).first().click()
    await page.getByLabel('Name of the list').fill('Meant for A')
    // Another tab of the same browser leaves.
    const other = await page.context().newPage()
    await other.goto('/console/')
    await other.getByRole('button', { name: 'Leave A' }).click()
    await other.getByText('What you do is recorded in its audit log').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('heading', { name: 'A page of another organization' }).waitFor()
    expect(await server.sql.everywhere()`select id from mailing_lists`).toHaveLength(0)
    expect(session.organizationId).toBe(1)
  })

  test('when the session ends, the log-in opens over the page and nothing that was typed is lost', async () => {
    const server = await aServer()
    const { page, session } = await aLoggedInPage(server, undefined, { expectedFaults: [/status of 401/] })
    await page.goto(`/console/o/${server.a.organizationId}/lists/new`)
    await page.getByLabel('Name of the list').fill('Half a thought')
    await server.sql.everywhere()`delete from user_sessions`
    // Without the mouse: another call of the page may already have opened the log-in over the button.
    await page.getByRole('button', { name: 'Create the list' }).dispatchEvent('click')
    await page.getByText('Your session has ended').waitFor()
    await lookAt(page, 'session-over')
    expect(await page.getByLabel('Name of the list').inputValue()).toBe('Half a thought')
    await givePassword(server.sql.everywhere(), server.a.organizationId, session.userId)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Your session has ended').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Half a thought' }).waitFor()
  })

  test('the own account changes name, password and second factor', async () => {
    const server = await aServer()
    const { page, session } = await aLoggedInPage(server)
    await page.goto('/console/me')
    await page.getByLabel('Your name').fill('Ann Smith')
    await page.getByRole('button', { name: 'Save your details' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Ann Smith' }).waitFor()
    await lookAt(page, 'me')
    await givePassword(server.sql.everywhere(), server.a.organizationId, session.userId)
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Set up a second factor' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await lookAt(page, 'me-qr')
    const secret = (await page.locator('code').innerText()).trim()
    await page.getByLabel('Six digits').fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByText('Your recovery codes').waitFor()
    await lookAt(page, 'me-codes')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Switch off the second factor' }).waitFor()
  })

  test('the palette finds a list by a part of its name and goes to pages', async () => {
    const server = await aServer()
    const client = createClient({ url: server.url, credential: server.a.credential })
    await client.call(createMailingList, { body: { name: 'Letters of May' } })
    const { page } = await aLoggedInPage(server)
    await page.goto('/console/')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('A person, a campaign').fill('of may')
    await page.getByText('Letters of May').waitFor()
    await lookAt(page, 'palette')
    await page.getByPlaceholder('A person, a campaign').fill('your acc')
    await page.getByText('Your account').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
  })
})
