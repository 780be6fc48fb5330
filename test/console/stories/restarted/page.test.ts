import { expect, test } from 'vitest'
import { nameNewList, setUpByLink, whileAway } from '../../../harness/browser/set-up.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aWholeServer } from '../../../harness/core/whole-server.ts'

describeInBrowser('a server that is restarted under an open page', () => {
  test('is missed by the page, which keeps what was typed and goes on by itself', async () => {
    const server = await aWholeServer()
    const page = await setUpByLink(server, whileAway)
    const lost = page.getByText('The server cannot be reached.')
    await nameNewList(page, 'Half a thought')
    server.server.kill('SIGKILL')
    await server.server.ended
    await lost.waitFor()
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByText('No connection to the server').waitFor()
    await server.startAgain()
    await lost.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name of the list').inputValue()).toBe('Half a thought')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Half a thought' }).waitFor()
  })
})
