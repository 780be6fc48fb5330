import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aDesk, chooseFile, cutUploads } from '../../harness/browser/desk.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

const people = [
  'E-Mail;Vorname;Opt-out;Score',
  'anna@example.com;Anna;0;12',
  'ben@example.com;Ben;1;7',
  'not an address;Carl;0;1',
  'dora@example.com;Dora;0;31',
].join('\n')

/** By day only the pages with the most on them are looked at. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== undefined) await lookAt(page, name)
}

describeInBrowser('the import of a file', () => {
  test('goes from the file to its end, shows each row before, and is undone', async () => {
    const { page, at, keysOf } = await aDesk()
    await page.goto(`${at}/imports`)
    await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
    await picture(page, 'imports-empty')
    await page.getByRole('link', { name: 'Import a file' }).filter({ visible: true }).first().click()
    await page.getByText('Drop a file here').waitFor()
    await picture(page, 'imports-1-file')
    await chooseFile(page, people)

    await page.getByRole('cell', { name: 'anna@example.com' }).waitFor()
    await lookAt(page, 'imports-2-columns')
    // By keyboard: arrows choose a column, Enter opens its meaning, A takes all proposals.
    const next = page.getByRole('button', { name: 'Next: Rules' })
    await page.getByRole('button', { name: 'E-Mail', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Do not import' }).click()
    await page.getByRole('button', { name: 'Take all proposals' }).waitFor()
    await page.getByRole('button', { name: 'Vorname', exact: true }).focus()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Take all proposals' }).waitFor({ state: 'detached' })
    expect(await next.isDisabled()).toBe(true)
    // What only a person can decide has the focus now.
    expect(await page.evaluate('document.activeElement.value')).toBe('apply')
    await page.getByRole('radio', { name: /leave them out. They are not imported/ }).check()
    await next.click()

    await page.getByText('If anna@example.com is not on the list, they are added.').waitFor()
    await picture(page, 'imports-3-rules')
    await page.getByRole('button', { name: 'Preview what happens' }).click()

    await page.getByText('Preview of 4 rows. Nothing has been changed.').waitFor()
    expect(await keysOf()).toEqual([])
    await page.getByRole('cell', { name: 'dora@example.com' }).waitFor()
    await lookAt(page, 'imports-4-preview')
    await page.getByRole('button', { name: '1 fail' }).click()
    await page.getByText('email is not a valid address').waitFor()
    await page.getByRole('button', { name: '1 left out: unsubscribed' }).click()
    await page.getByRole('cell', { name: 'ben@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Import: add 2' }).click()

    await page.getByText('2 people were added.').waitFor()
    expect(await keysOf()).toEqual(['anna@example.com', 'dora@example.com'])
    await lookAt(page, 'imports-5-run')
    await page.getByRole('link', { name: /^Undo until/ }).click()
    await page.getByText('2 people will be removed').waitFor()
    await picture(page, 'imports-undo')
    // The button goes with its question: the focus does not fall to the page, from where the next Tab begins at the menu.
    await page.getByRole('button', { name: 'Undo this import' }).press('Enter')
    await page.getByText(/^Undone at/).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await keysOf()).toEqual([])
  })

  test('goes on by itself after the connection was cut in the upload', async () => {
    const { page, at, server } = await aDesk({ expectedFaults: [/uploads/] })
    const rows = Array.from(
      { length: 60_000 },
      (_, index) => `person${index}@example.com,${'x'.repeat(40)}\n`,
    )
    await page.goto(`${at}/imports/new`)
    await page.getByText('Drop a file here').waitFor()
    const letThrough = await cutUploads(page)
    await chooseFile(page, `Email,Note\n${rows.join('')}`)
    await page.getByText(/^Connection lost at/).waitFor()
    letThrough()
    await page.getByRole('cell', { name: 'person0@example.com' }).waitFor()
    const uploads = await server.sql`select offset_bytes = size_bytes as is_whole from uploads`
    expect(uploads).toEqual([{ is_whole: true }])
  })

  test('has its opposite: an export is chosen, waits, and is cancelled', async () => {
    const { page, at, server } = await aDesk()
    await page.goto(`${at}/exports`)
    await page.getByRole('heading', { name: 'No exports yet' }).waitFor()
    await page.getByRole('link', { name: 'Export a list' }).filter({ visible: true }).first().click()
    await page.getByLabel('active', { exact: true }).check()
    await page.getByLabel('CSV with semicolons, for Excel').check()
    const columns = page.getByRole('combobox', { name: 'Which columns?' })
    for (const name of ['E-mail address', 'Status', 'Subscribed at']) {
      await columns.click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Move Status up' }).click()
    await page.getByRole('button', { name: 'Leave out Status' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('button', { name: 'Move Subscribed at up' }).click()
    await picture(page, 'exports-new')
    await page.getByRole('button', { name: 'Create the file' }).click()
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await picture(page, 'exports')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('cell', { name: 'cancelled' }).waitFor()
    await page.getByRole('cell', { name: 'Subscribed at, E-mail address, Status' }).waitFor()
    const [made] = await server.sql`
      select statuses, file_format ->> 'csv_field_separator' as separator, columns from subscriber_exports`
    expect(made).toMatchObject({
      statuses: ['active'],
      separator: ';',
      columns: [{ name: 'subscribe_time' }, { name: 'email' }, { name: 'status' }],
    })
  })
})
