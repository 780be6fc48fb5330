import { expect, test } from 'vitest'
import { aDesk, chooseFile } from '../../harness/browser/desk.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

const people = 'E-Mail,Vorname\nanna@example.com,Anna'
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100_000)])
/** Only the server can look into it. */
const damaged = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), Buffer.alloc(500, 7)])

const languages = {
  'en-GB': {
    drop: 'Drop a file here',
    picture: 'may.png is a picture. Export the list as CSV.',
    pdf: 'The file is a PDF document; save the list as CSV or .xlsx.',
    damaged: 'The gzip file is damaged. Pack it again, or upload the unpacked file.',
    other: 'Choose another file',
    again: 'Try again',
  },
  'de-DE': {
    drop: 'Datei hier ablegen',
    picture: 'may.png ist ein Bild. Exportieren Sie die Liste als CSV.',
    pdf: 'Die Datei ist ein PDF. Speichern Sie die Liste als CSV oder .xlsx.',
    damaged: 'Die gzip-Datei ist beschädigt. Packen Sie sie neu oder laden Sie die entpackte Datei hoch.',
    other: 'Andere Datei wählen',
    again: 'Erneut versuchen',
  },
}

describeInBrowser('a file that is no list', () => {
  test.each(Object.entries(languages))(
    'is refused in %s before any of it is sent, or once the server has looked, and another one is chosen',
    async (locale, words) => {
      const { page, at } = await aDesk({ locale, expectedFaults: [/422|400/] })
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/uploads') && request.method() !== 'GET') sent.push(request.method())
      })
      await page.goto(`${at}/imports/new`)
      await page.getByText(words.drop).waitFor()
      await chooseFile(page, picture, 'may.png')
      await page.getByRole('alert').getByText(words.picture).waitFor()
      await lookAt(page, 'imports-wrong-file')
      await chooseFile(page, '%PDF-1.7 and so on', 'may.csv')
      await page.getByRole('alert').getByText(words.pdf).waitFor()
      expect(sent).toEqual([])
      await page.getByRole('button', { name: words.other }).filter({ visible: true }).waitFor()
      await chooseFile(page, damaged, 'may.csv.gz')
      await page.getByRole('alert').getByText(words.damaged).waitFor()
      expect(await page.getByRole('button', { name: words.again }).count()).toBe(0)
      await page.getByRole('button', { name: words.other }).click()
      await page.getByText(words.drop).waitFor()
      await chooseFile(page, people)
      await page.getByRole('cell', { name: 'anna@example.com' }).waitFor()
    },
  )
})
