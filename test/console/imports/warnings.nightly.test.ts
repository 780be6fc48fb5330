import { expect, test } from 'vitest'
import { createSubscriberExport, showSubscriberExport } from '../../../src/contract/exports/endpoints.ts'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { exporterOf, exportUntilEnded } from '../../harness/exporting/stories.ts'
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

  test('offers no undo of an import that changed nobody, and says why', async () => {
    const { page, at, client, list } = await aDesk()
    const file_source = { type: 'json' as const, content: 'email\nann@example.com\n' }
    const body = { column_mapping: ['email'], file_source }
    for (const said of ['1 person was added.', 'Nobody was added or changed.']) {
      const { data } = await client.call(createSubscriberImport, {
        params: { mailing_list_id: list.id },
        body,
      })
      await page.goto(`${at}/imports/${data.id}`)
      await page.getByText(said).waitFor()
      if (said === '1 person was added.') continue
      await page.goto(`${at}/imports/${data.id}/undo`)
      await page.getByText('The import changed nobody, so there is nothing to undo.').waitFor()
      expect(await page.getByRole('button', { name: 'Undo this import' }).isDisabled()).toBe(true)
    }
  })
})

describeInBrowser('an exported file', () => {
  test('is kept until its link is ended, and cannot be fetched afterwards', async () => {
    const { page, at, client, list, server } = await aDesk()
    const params = { mailing_list_id: list.id }
    const { data } = await client.call(createSubscriberExport, { params, body: {} })
    const settings = exporterOf(server.databaseUrl, '', { spoolDir: server.spoolDir })
    await exportUntilEnded(settings, server.sql)
    await page.goto(`${at}/exports`)
    await page.getByRole('link', { name: /^Download/ }).waitFor()
    await page.getByRole('button', { name: 'End the link' }).click()
    await page.getByText('The file is no longer kept.').waitFor()
    const { data: ended } = await client.call(showSubscriberExport, { params: { id: data.id } })
    expect(ended.file).toBe(null)
  })
})
