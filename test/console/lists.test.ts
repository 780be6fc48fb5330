import { expect, test } from 'vitest'
import { drag } from '../harness/browser/drag.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aField, aList } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('a list', () => {
  test('has its fields added, ordered by keyboard and by drag, and changed, and is deleted by its typed name', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    for (const name of ['First name', 'City']) await aField(server.sql, organizationId, listId, { name })
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/lists/${listId}/fields`)
    const names = () => page.getByRole('list', { name: 'Fields' }).getByRole('listitem').allInnerTexts()
    await page.getByLabel(/^Name/).fill('Colour')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'One choice, from a menu' }).click()
    await page.getByLabel('Choices').fill('red\nblue')
    await page.getByRole('button', { name: 'Add the field' }).click()
    // The first of two moves is on its way until the second is made: they must not overtake each other.
    let release = () => {}
    const second = new Promise<void>((resolve) => (release = resolve))
    const isOrder = (url: URL) => url.pathname.endsWith('/custom_fields/order')
    await page.route(isOrder, (route) => second.then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: 'Move Colour up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Colour is now number 2 of 3.').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Colour is now number 1 of 3.').waitFor()
    release()
    await lookAt(page, 'fields')
    await page.getByRole('button', { name: 'Edit Colour' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Shade')
    await dialog.getByLabel('Choices').fill('red\nblue\ngreen')
    await lookAt(page, 'field-edit')
    await dialog.getByRole('button', { name: 'Save the field' }).click()
    await page.getByRole('button', { name: 'Edit Shade' }).waitFor()
    expect(
      await server.sql.everywhere()`
        select o.name from custom_field_options o join custom_fields f on f.id = o.custom_field_id
        where f.name = 'Shade' order by o.position`,
    ).toEqual([{ name: 'red' }, { name: 'blue' }, { name: 'green' }])
    await page.reload()
    await page.getByRole('button', { name: 'Move Shade up' }).waitFor()
    const order = async () => (await names()).map((text) => text.split('\n')[0])
    expect(await order()).toEqual(['Shade', 'First name', 'City'])
    const rows = page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
    const ordered = page.waitForResponse((response) => isOrder(new URL(response.url())))
    const until = page.locator('[data-edge="before"]')
    await drag(page, { what: rows.nth(2).locator('.grip'), to: rows.nth(1), at: { x: 200, y: 8 }, until })
    expect((await ordered).status()).toBe(200)
    await expect.poll(order).toEqual(['Shade', 'City', 'First name'])
    await page.getByRole('link', { name: 'Newsletter' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Delete this list' }).click()
    await page.getByText('seconds to confirm').waitFor()
    await lookAt(page, 'list')
    await page.getByLabel('Type the name of the list').fill('Newsletter')
    await page.getByRole('button', { name: 'Delete the list and 0 people' }).click()
    await page.getByRole('heading', { name: 'No lists yet' }).waitFor()
  })
})
