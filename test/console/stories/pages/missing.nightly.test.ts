import { expect, test } from 'vitest'
import { pages } from '../../../../console/app/pages.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

describeInBrowser('records that do not exist', () => {
  test('every page of a record says so in a heading and a sentence, and leads back', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(
      server,
      { role: 'system_admin' },
      { organizationId: 1, expectedFaults: [/status of 404/] },
    )
    for (const { path, scope } of pages.filter((one) => one.path.includes(':'))) {
      for (const id of ['987654', 'x']) {
        const address = path.replaceAll(/:\w+\??/g, id)
        await page.goto(`/console${scope === 'organization' ? '/o/1' : ''}${address}`)
        await page.getByRole('heading', { level: 1, name: 'Nothing here' }).waitFor()
        const back = page.getByRole('main').getByRole('link', { name: /^Back to / })
        const to = (await back.getAttribute('href')) ?? ''
        expect([address, pages.some((one) => to.endsWith(one.path))]).toEqual([address, true])
      }
    }
    await lookAt(page, 'missing')
  })

  test('the page of a record that exists opens after one that does not', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(
      server,
      { role: 'organization_admin' },
      { expectedFaults: [/status of 404/] },
    )
    const { organizationId } = server.a
    const listId = await aList(server.sql.within(organizationId), organizationId, { name: 'Newsletter' })
    await page.goto(`/console/o/${organizationId}/lists/987654`)
    await page.getByRole('main').getByRole('link', { name: 'Back to Lists' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor()
    await page.getByRole('link', { name: 'Newsletter' }).click()
    await page.waitForURL(new RegExp(`/lists/${listId}$`))
    await page.getByRole('heading', { level: 1, name: 'Newsletter' }).waitFor()
  })
})
