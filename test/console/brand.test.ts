import { expect, test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { showBrand } from '../../src/contract/resources/brands.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('the brand', () => {
  test('is seen in the preview while it is changed, and saved', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${server.a.organizationId}/settings/brand`)
    await page.getByLabel('Name').fill('Alder & Finch')
    await page.getByLabel('Color of buttons').fill('#ffcc00')
    await page.getByText('Text on it is black, with a contrast of 13.9 to 1').waitFor()
    await page.getByLabel('Imprint').fill('Alder & Finch Ltd\n1 Garden Street, Berlin')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'German' }).click()
    const preview = page.frameLocator('iframe')
    await preview.getByText('1 Garden Street').waitFor()
    expect(
      await preview.getByRole('button', { name: 'Abmelden' }).evaluate((one) => {
        const { backgroundColor, color } = getComputedStyle(one as never)
        return [backgroundColor, color]
      }),
    ).toEqual(['rgb(255, 204, 0)', 'rgb(0, 0, 0)'])
    await lookAt(page, 'brand')
    await page.getByLabel('Color of buttons').fill('yellow')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be a color such as #0b5f6b.').waitFor()
    await page.getByLabel('Color of buttons').fill('#ffcc00')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Readers see it from now on.').waitFor()
    const client = createClient({ url: server.url, credential: server.a.credential })
    expect((await client.call(showBrand)).data).toMatchObject({
      name: 'Alder & Finch',
      color: '#ffcc00',
      imprint: 'Alder & Finch Ltd\n1 Garden Street, Berlin',
      language: 'de',
    })
  })
})
