import { expect, test } from 'vitest'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { createCustomField } from '../../../src/contract/lists/custom-fields.ts'
import { aDesk } from '../../harness/browser/desk.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

const people = 100_000

/** Each fails by its birthday, each hundredth by its address, too. */
const lines = [
  'Mail;Geburtsdatum',
  ...Array.from(
    { length: people },
    (_, index) =>
      `${index % 100 === 0 ? `p${index}(at)` : `p${index}@`}example.com;${index % 2 ? 'n/a' : '31.02.1990'}`,
  ),
]

describeInBrowser('a hundred thousand rows that failed', () => {
  test('are summed up, shown where one scrolls, narrowed to a problem, and imported without their wrong cells', async () => {
    const { page, at, client, list, server, upload } = await aDesk()
    await upload('people.csv', lines.join('\n'))
    const params = { mailing_list_id: list.id }
    await client.call(createCustomField, {
      params,
      body: { name: 'Geburtsdatum', field_type: 'date' as const },
    })
    const { data } = await client.call(createSubscriberImport, {
      params,
      body: {
        column_mapping: ['email', 'Geburtsdatum'],
        file_source: { type: 'upload_directory' as const, filename: 'people.csv' },
        file_format: { csv_field_separator: ';', date_format: 'dmy' },
      },
    })
    await page.goto(`${at}/imports/${data.id}`)
    await page.getByRole('link', { name: 'Correct the 100,000 rows that failed' }).click()
    await page.getByText('1,000 rows: email is not a valid address').waitFor()
    await page.getByText(/^100,000 rows: Geburtsdatum must be a date/).waitFor()

    const region = page.getByRole('region', { name: 'Cells of the rows that failed' })
    const cell = (row: number) => page.getByLabel(`Geburtsdatum, row ${row}`, { exact: true })
    await cell(1).waitFor()
    while ((await cell(5_000).count()) === 0) {
      await region.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    expect(await page.locator('input').count()).toBeLessThan(200)

    await page.getByRole('button', { name: 'Show only these rows' }).nth(1).click()
    await page.getByText('500 of 1,000 rows are here', { exact: false }).waitFor()
    await page.getByRole('button', { name: /^Import 99,000 rows without the wrong cells$/ }).click()
    await page.getByText('99,000 people were added.').waitFor({ timeout: 120_000 })
    const [filled] = await server.sql`
      select count(*)::int as people, count(*) filter (where custom_fields = '{}')::int as without from subscribers`
    expect(filled).toEqual({ people: 99_000, without: 99_000 })
  }, 600_000)
})
