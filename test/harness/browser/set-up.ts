import type { Page } from 'playwright-core'
import type { WholeServer } from '../core/whole-server.ts'
import { aPage } from './page.ts'

export const password = 'five unrelated quiet words'

/** Faults of a page whose server is away. All pages ask at once when it is back; a busy one refuses some, and they ask again. */
export const whileAway = [
  /no answer/,
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_NETWORK/,
  /status of 429/,
]

/** The first person of a server, by the link that its start prints. @returns their page, at the overview. */
export async function setUpByLink(server: WholeServer, expectedFaults: RegExp[] = []): Promise<Page> {
  const [link] = await server.server.seen(/http\S+\/console\/set-up#\S+/)
  const page = await aPage(server, { expectedFaults: [/status of 401/, ...expectedFaults] })
  await page.goto(link)
  await page.getByLabel('Your name').fill('Ann Alder')
  await page.getByLabel('E-mail').fill('ann@alder.example')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel('Organization').fill('Alder & Finch')
  await page.getByRole('button', { name: 'Create and log in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return page
}

/** Goes by the menu to the form of a new list and types its name. */
export async function nameNewList(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: 'Lists', exact: true })
    .click()
  await page.getByRole('link', { name: 'New list' }).filter({ visible: true }).first().click()
  await page.getByLabel('Name of the list').fill(name)
}
