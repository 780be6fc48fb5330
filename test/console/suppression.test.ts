import { test } from 'vitest'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('suppression and seed lists', () => {
  test('are created, filled, searched and emptied', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${server.a.organizationId}/suppression`)
    await page.getByLabel('Name of the list').fill('Never')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Never' }).click()
    await page.getByRole('textbox', { name: 'Entries' }).fill('ann@example.com\n@rival.example\nno address')
    await page.getByRole('button', { name: 'Add 3 entries' }).click()
    await page.getByText('2 entries added, 1 is neither address, domain nor hash.').waitFor()
    await lookAt(page, 'suppression')
    await page.getByRole('searchbox', { name: 'Search' }).fill('@riv')
    await page.getByRole('button', { name: 'Remove ann@example.com' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove @rival.example' }).click()
    await page.getByText('No entry starts with this').waitFor()
    await page.getByRole('link', { name: 'Suppression', exact: true }).first().click()
    await page.getByLabel('E-mail address').fill('Ann@example.com')
    await page.getByRole('button', { name: 'Look it up' }).click()
    await page.getByText('Never: ann@example.com, since').waitFor()
    await page.getByLabel('Name of the list').fill('Competitors')
    await page.getByRole('combobox', { name: 'Holds for' }).click()
    await page.getByRole('option', { name: 'Segments that name it' }).click()
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('cell', { name: 'Segments that name it' }).waitFor()
    await page.getByRole('link', { name: 'Seed lists' }).click()
    await page.getByLabel('Name of the list').fill('Ours')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Ours' }).click()
    await page.getByLabel('E-mail address').fill('me@example.com')
    await page.getByRole('button', { name: 'Add to the list' }).click()
    await page.getByRole('button', { name: 'Remove me@example.com' }).waitFor()
    await lookAt(page, 'seeds')
  })
})
