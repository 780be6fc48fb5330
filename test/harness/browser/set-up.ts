import type { Page } from 'playwright-core'
import type { WholeServer } from '../core/whole-server.ts'
import { aPage } from './page.ts'

export const password = 'five unrelated quiet words'

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
