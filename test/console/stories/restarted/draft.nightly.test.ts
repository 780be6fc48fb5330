import { expect, test } from 'vitest'
import { nameNewList, setUpByLink, whileAway } from '../../../harness/browser/set-up.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aWholeServer } from '../../../harness/core/whole-server.ts'

describeInBrowser('a draft that is written while the server is away', () => {
  test('is saved as soon as the server is back', async () => {
    const server = await aWholeServer()
    const page = await setUpByLink(server, whileAway)
    await nameNewList(page, 'Readers')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Readers' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Campaigns', exact: true })
      .click()
    await page.getByRole('link', { name: 'New campaign' }).filter({ visible: true }).first().click()
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByLabel('Subject').waitFor()
    server.server.kill('SIGKILL')
    await server.server.ended
    await page.getByLabel('Subject').fill('Written without a server')
    await page.getByText('The server cannot be reached.').waitFor()
    await server.startAgain()
    await page.getByText(/saved \d/).waitFor()
    const [saved] = await server.sql<{ subject: string }[]>`select subject from campaign_contents`
    expect(saved?.subject).toBe('Written without a server')
  })
})
