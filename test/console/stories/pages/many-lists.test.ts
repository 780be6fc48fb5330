import { expect, test } from 'vitest'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer } from '../../../harness/core/server.ts'

const many = 3_000

describeInBrowser('an organization with thousands of lists', () => {
  test('finds each of them wherever a list is chosen, with the mouse and with the keyboard', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    await server.sql`
      insert into mailing_lists (organization_id, name)
      select ${organizationId}, 'Branch ' || n from generate_series(1, ${many}) n`
    const { page } = await aLoggedInPage(server)
    const list = page.getByRole('combobox', { name: /[Ll]ist/ }).first()

    await page.goto(`/console/o/${organizationId}/exports/new`)
    await list.click()
    await page.getByText('2,95').waitFor()
    await list.fill('Branch 2987')
    await page.getByRole('option', { name: 'Branch 2987' }).click()
    expect(await list.inputValue()).toBe('Branch 2987')
    // The choice is in the address: another page finds its name, too.
    await page.reload()
    await expect.poll(() => list.inputValue()).toBe('Branch 2987')
    await list.click()
    await page.getByRole('option', { name: 'Branch 1', exact: true }).waitFor()

    await page.goto(`/console/o/${organizationId}/imports/new`)
    await list.focus()
    await page.keyboard.type('branch 3000')
    await page.getByRole('option', { name: 'Branch 3000' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('tab').first().waitFor()
    expect(await list.inputValue()).toBe('Branch 3000')

    await page.goto(`/console/o/${organizationId}/people`)
    await list.fill('no such branch')
    await page.getByText('Nothing has this in its name.').waitFor()
  })
})
