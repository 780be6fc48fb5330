import { expect, test } from 'vitest'
import { aDesk, chooseFile } from '../../harness/browser/desk.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { countryNames, customerFile } from '../../harness/files/customer-files.ts'

const figure = (value: number) => value.toLocaleString('en-GB')

describeInBrowser('the wizard', () => {
  test.each(countryNames)(
    'brings a messy %s file of 20,000 customers onto the list, and says why it lost each of the others',
    async (name) => {
      const { page, at, server } = await aDesk()
      const file = customerFile(name, 20_000, 20_260_503)
      await page.goto(`${at}/imports/new`)
      await page.getByText('Drop a file here').waitFor()
      await chooseFile(page, file.bytes, 'customers.csv')
      await page.getByRole('cell', { name: 'p1@example.com', exact: true }).waitFor()
      const leave = page.getByRole('radio', { name: /import them as unsubscribed/ })
      if ((await leave.count()) > 0) await leave.check()
      await lookAt(page, `customers-${name}-columns`)
      await page.getByRole('button', { name: 'Next: Rules' }).click()
      await page.getByRole('button', { name: 'Preview what happens' }).click()
      await page.getByText('Preview of 20,000 rows. Nothing has been changed.').waitFor({ timeout: 120_000 })
      await lookAt(page, `customers-${name}-preview`)
      // Asked with numbers, once it is known what does not fit.
      await page.getByRole('link', { name: /^Leave the cells empty and import these/ }).click()
      await page.getByRole('radio', { name: /^are left empty/ }).waitFor()
      expect(await page.getByRole('radio', { name: /^are left empty/ }).isChecked()).toBe(true)
      await page.getByRole('button', { name: 'Preview what happens' }).click()
      const added = figure(file.people.size)
      await page.getByRole('button', { name: `Import: add ${added}` }).click({ timeout: 120_000 })
      const left = [...file.people.values()].filter(({ hasLeft }) => hasLeft).length
      const result = `${added} people were added, of whom ${figure(left)} as unsubscribed: they get no messages.`
      await page.getByText(result).waitFor({ timeout: 120_000 })
      await lookAt(page, `customers-${name}-result`)
      await page.getByRole('link', { name: `Correct the ${figure(file.broken)} rows that failed` }).click()
      await page.getByText(`${figure(file.broken)} rows: email is not a valid address`).waitFor()
      await lookAt(page, `customers-${name}-failed`)
      expect(file.broken).toBeLessThanOrEqual(0.005 * 20_000)
      const people = await server.sql<{ key: string; status: string; birthday: string | null }[]>`
        select s.key, s.status, s.custom_fields ->> f.id::text as birthday
        from subscribers s, custom_fields f where f.field_type = 'date'`
      const found = people.map(({ key, status, birthday }) => [
        key,
        { hasLeft: status === 'unsubscribed', birthday },
      ])
      expect(new Map(found as never)).toEqual(file.people)
    },
  )
})
