import { expect, test } from 'vitest'
import { aDesk, chooseFile } from '../../harness/browser/desk.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

/** Six of ten have no address, and one of the others has left. */
const rows = [
  'E-Mail;Vorname;Abgemeldet',
  ...Array.from({ length: 6 }, (_, index) => `k${index}(at)example.com;Anna;nein`),
  ...Array.from({ length: 3 }, (_, index) => `p${index}@example.com;Jürgen;nein`),
  'weg@example.com;Ben;ja',
].join('\n')

describeInBrowser('the wizard', () => {
  test('keeps what was chosen when the file is read anew, warns before most rows fail, and counts who gets no messages', async () => {
    const { page, at, keysOf, server } = await aDesk()
    await page.goto(`${at}/imports/new`)
    await page.getByText('Drop a file here').waitFor()
    await chooseFile(page, rows)
    await page.getByRole('cell', { name: 'p0@example.com' }).waitFor()

    const meaning = page.getByRole('combobox', { name: 'Meaning of Vorname' })
    await meaning.click()
    await page.getByRole('option', { name: 'Do not import' }).click()
    await page.getByRole('radio', { name: /import them as unsubscribed/ }).check()
    await page.getByRole('button', { name: 'Change how the file is read' }).click()
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Character set', 'windows-1252')
    await page.getByRole('cell', { name: 'JÃ¼rgen' }).first().waitFor()
    expect(await meaning.inputValue()).toBe('Do not import')
    await choose('Separator', 'comma')
    await page.getByText(/The meaning that you chose for a column does not count/).waitFor()
    await choose('Separator', 'semicolon')
    await choose('Character set', 'UTF-8')
    await page.getByRole('cell', { name: 'Jürgen' }).first().waitFor()
    expect(await meaning.inputValue()).toBe('Do not import')
    expect(await page.getByRole('radio', { name: /import them as unsubscribed/ }).isChecked()).toBe(true)

    await page.getByRole('button', { name: 'Next: Rules' }).click()
    await page.getByRole('button', { name: 'Preview what happens' }).click()
    await page.getByText('6 of 10 rows fail').waitFor()
    await page
      .getByText('Of the 4 new people 3 become active; 1 as unsubscribed, who get no messages.')
      .waitFor()
    expect(await keysOf()).toEqual([])
    await page.getByRole('button', { name: /^Import: add 4/ }).click()
    await page
      .getByText('4 people were added, of whom 1 as unsubscribed: they get no messages.')
      .first()
      .waitFor()
    const left = await server.sql`select key from subscribers where status = 'unsubscribed'`
    expect(left).toEqual([{ key: 'weg@example.com' }])
  })
})
