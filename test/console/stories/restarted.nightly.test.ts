import { expect, test } from 'vitest'
import { setUpByLink } from '../../harness/browser/set-up.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aWholeServer } from '../../harness/core/whole-server.ts'

/** All pages ask at once when the server is back; on a busy machine it refuses some, and they ask again. */
const cut = [/no answer/, /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_NETWORK/, /status of 429/]

describeInBrowser('a server that is restarted under an open page', () => {
  test('is missed by the page, which keeps what was typed and goes on by itself', async () => {
    const server = await aWholeServer()
    const page = await setUpByLink(server, cut)
    const lost = page.getByText('The server cannot be reached.')
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Lists', exact: true })
      .click()
    await page.getByRole('link', { name: 'New list' }).filter({ visible: true }).first().click()
    await page.getByLabel('Name of the list').fill('Half a thought')
    server.server.kill('SIGKILL')
    await server.server.ended
    await lost.waitFor()
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByText('No connection to the server').waitFor()
    const second = await server.startAgain()
    await lost.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name of the list').inputValue()).toBe('Half a thought')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Half a thought' }).waitFor()

    // What saves itself is saved as soon as the server is back.
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Campaigns', exact: true })
      .click()
    await page.getByRole('link', { name: 'New campaign' }).filter({ visible: true }).first().click()
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByLabel('Subject').waitFor()
    second.kill('SIGKILL')
    await second.ended
    await page.getByLabel('Subject').fill('Written without a server')
    await lost.waitFor()
    await server.startAgain()
    await page.getByText(/saved \d/).waitFor()
    const [saved] = await server.sql<{ subject: string }[]>`select subject from campaign_contents`
    expect(saved?.subject).toBe('Written without a server')
  })
})
