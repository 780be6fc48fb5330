import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { inspect } from './inspect.ts'
import { headBytesMax, readUnpackedFile } from './local-file.ts'

const list = { has_format: true, has_confirmed: true, primary_key_custom_field_id: null, fields: [] }

async function inspected(content: Buffer, given: Parameters<typeof inspect>[0]['given'] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'inspection-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'people')
  await writeFile(path, content)
  const handle = await open(path)
  try {
    const read = await readUnpackedFile({ handle, sizeBytes: content.length }, folder, 60_000)
    return inspect({ ...read, filename: 'people.csv', given, createsFields: false }, list)
  } finally {
    await handle.close()
  }
}

const rows = Array.from({ length: 40_000 }, (_, index) => `person${index}@example.com;Ann;hello`)
const late = `E-Mail;Name;Hinweis\n${rows.join('\n')}\nlast@example.com;Zoë;abgemeldet\n`

test.each([
  ['a text', Buffer.from(late)],
  ['a text in UTF-16', Buffer.from(`\ufeff${late}`, 'utf16le')],
  ['a text in windows-1252', Buffer.from(late, 'latin1')],
  ['a packed text', gzipSync(late)],
])('one person who left in the last row of %s is found', async (_what, content) => {
  expect(late.length).toBeGreaterThan(headBytesMax)
  const { decisions, rows_searched, warnings, subscriber_import } = await inspected(content)
  expect(decisions).toEqual([
    {
      kind: 'opt_out',
      column: 3,
      question: expect.stringContaining('"Hinweis" has cells such as "abgemeldet"'),
    },
  ])
  expect(subscriber_import.file_format.status_columns).toEqual([
    { column: 3, status: 'unsubscribed', when: ['abgemeldet'] },
  ])
  expect([rows_searched, warnings]).toEqual([40_001, []])
})

test('rows that were not searched are said', async () => {
  // With another separator than the file seems to have, the search is of no use.
  const { warnings } = await inspected(Buffer.from(late), { separator: ',' })
  expect(warnings.join()).toMatch(/Only the first \d+ rows were searched for people who have left/)
})
