import { expect, test } from 'vitest'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { createCustomField } from '../../../src/contract/lists/custom-fields.ts'
import { aDesk } from '../../harness/browser/desk.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

const birthday = 'Geburtsdatum must be a date such as 1999-12-31 or 31/12/1999'

/** 1,203 rows: all but the last fail, all but one of them for the birthday, and two for the address. */
const lines = [
  'Mail;Geburtsdatum;Notiz',
  'ann(at)example.com;1.2.1990;first',
  'ben(at)example.com;unbekannt;second',
  ...Array.from(
    { length: 1_200 },
    (_, index) => `p${index}@example.com;${index % 2 ? 'n/a' : '31.02.1990'};x`,
  ),
  'zoe@example.com;2.1.1991;last',
]

describeInBrowser('rows that failed', () => {
  test('are summed up by problem, all within reach, and corrected one by one or all at once', async () => {
    const { page, at, client, list, keysOf, server } = await aDesk()
    const params = { mailing_list_id: list.id }
    const born = { name: 'Geburtsdatum', field_type: 'date' as const }
    await client.call(createCustomField, { params, body: born })
    const { data } = await client.call(createSubscriberImport, {
      params,
      body: {
        column_mapping: ['email', 'Geburtsdatum', ''],
        file_source: { type: 'json' as const, content: lines.join('\n') },
        file_format: { csv_field_separator: ';', date_format: 'dmy' },
      },
    })
    await page.goto(`${at}/imports/${data.id}`)
    await page.getByText('1 person was added.').waitFor()
    await page.getByRole('link', { name: 'Correct the 1,202 rows that failed' }).click()
    await page
      .getByText(`1,201 rows: ${birthday}, but for example it is “unbekannt”, “31.02.1990”, “n/a”.`)
      .waitFor()
    await page.getByText('2 rows: email is not a valid address').waitFor()
    await page.getByRole('columnheader', { name: 'Notiz (not imported)' }).waitFor()
    const cell = (column: string, row: number) => page.getByLabel(`${column}, row ${row}`, { exact: true })
    await cell('E-mail address', 1).waitFor()
    expect(await cell('E-mail address', 1).getAttribute('aria-invalid')).toBe('true')
    expect(await cell('Geburtsdatum', 1).getAttribute('aria-invalid')).not.toBe('true')
    expect(await cell('Geburtsdatum', 2).getAttribute('aria-invalid')).toBe('true')

    // The last of the rows, of the third page, is reached by scrolling, and only rows in sight exist.
    const region = page.getByRole('region', { name: 'Cells of the rows that failed' })
    const end = cell('E-mail address', 1_202)
    while ((await end.count()) === 0) {
      await region.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    expect(await page.locator('input').count()).toBeLessThan(200)
    await page.getByText('1,202 rows', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Show only these rows' }).nth(1).click()
    await page.getByText('2 rows', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Import what you correct' }).isDisabled()).toBe(true)
    await cell('E-mail address', 1).fill('ann@example.com')
    await page.getByRole('button', { name: 'Show only these rows' }).click()
    await page.getByText('In Geburtsdatum, replace').waitFor()
    await page.getByLabel('In Geburtsdatum, replace').fill('n/a')
    await page.getByRole('button', { name: 'Replace in 500 rows below' }).click()
    await page.getByText(/^249 cells were replaced/).waitFor()
    await page.getByRole('button', { name: 'Import these 250 rows again' }).waitFor()
    await lookAt(page, 'imports-failed')
    await page.getByRole('button', { name: 'Leave all of these out' }).first().click()
    await page.getByRole('button', { name: 'Import this row again' }).click()
    await page.getByText('1 person was added.').waitFor()
    expect(await keysOf()).toEqual(['ann@example.com', 'zoe@example.com'])

    await page.goto(`${at}/imports/${data.id}/rows/failed`)
    await page.getByRole('button', { name: 'Import 1,200 rows without the wrong cells' }).click()
    await page.getByText('1,200 people were added.').waitFor()
    const [filled] = await server.sql`
      select count(*)::int as people, count(*) filter (where custom_fields = '{}')::int as without from subscribers`
    expect(filled).toEqual({ people: 1_202, without: 1_200 })
    await page.getByRole('link', { name: 'Correct the 2 rows that failed' }).waitFor()
  })
})
