import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { listSubscribers, type SubscriberRecord } from '../../src/contract/subscribers/endpoints.ts'
import { aSharedShop, quiver } from '../harness/core/command.ts'
import { otherProducts, type ProductExport } from '../harness/files/other-products.ts'
import { fromWindows1252 } from '../harness/importing/windows-1252.ts'

function cellsOf({ content, separator = ',' }: ProductExport): Record<string, string>[] {
  const text = Buffer.isBuffer(content) ? fromWindows1252(content) : content
  return parse(text, { columns: true, bom: true, delimiter: separator })
}

/** Whether a stored value says the same as the cell. */
function isSame(value: unknown, cell: string): boolean {
  if (value === null || value === undefined) return cell.trim() === ''
  if (typeof value === 'boolean') return value === /^(yes|true|1)$/i.test(cell)
  if (Array.isArray(value)) return value.join() === cell.split(/, */).join()
  const [, month = '', day = '', year = ''] = /^(\d+)\/(\d+)(?:\/(\d+))?$/.exec(cell) ?? []
  const date = [...(year === '' ? [] : [year]), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return (
    value === date || ((typeof value === 'string' || typeof value === 'number') && String(value) === cell)
  )
}

/** Columns whose cells are not in the list as they are in the file. */
function garbled(file: ProductExport, cells: Record<string, string>, stored: SubscriberRecord): string[] {
  const own = Object.values(stored.custom_fields)
  return Object.entries(cells).filter(([header, cell]) => {
    if (file.attributes.includes(header)) return false
    const field = own.find(({ name }) => name === header || name === `Imported ${header}`)
    return !isSame(field?.value, cell)
  }).map(([header, cell]) => `${header}: ${cell}`) // oxfmt-ignore
}

const shop = aSharedShop()

test.each(otherProducts)(
  'an export of %s arrives whole by the proposal alone, and nobody who had opted out becomes active',
  async (product, files) => {
    const { client, environment, dataDir } = shop()
    const { data: list } = await client.call(createMailingList, { body: { name: product } })
    const wanted: ProductExport[] = []
    for (const file of files) {
      const path = join(dataDir, file.filename)
      await writeFile(path, file.content)
      const args = ['import', path, '--list', product.toLowerCase(), '--create-fields', '--yes']
      const { code, stdout, stderr } = await quiver(args, environment)
      expect([code, stderr], stdout).toEqual([0, ''])
      wanted.push(file)
    }
    const params = { mailing_list_id: list.id }
    const { data } = await client.call(listSubscribers, { params, query: { per_page: 500 } })
    const stored = new Map(data.map((subscriber) => [subscriber.email, subscriber]))
    const rows = wanted.flatMap((file) => cellsOf(file).map((cells) => ({ file, cells })))
    expect(stored.size).toBe(rows.length)
    for (const { file, cells } of rows) {
      const email = cells[file.attributes[0] ?? ''] ?? ''
      const subscriber = stored.get(email)
      expect([email, subscriber?.status]).toEqual([email, file.left[email] ?? 'active'])
      if (subscriber !== undefined) expect([email, garbled(file, cells, subscriber)]).toEqual([email, []])
    }
    const first = data.find(({ email }) => /^(zoe|kai|rosa)/.test(email))
    const since = {
      Mailchimp: '2023-05-01T12:34:56',
      Klaviyo: '2023-05-06T07:08:09',
      Brevo: '2023-05-31T12:34:56',
    }
    const at = Object.entries(since).find(([name]) => name === product)?.[1]
    if (at !== undefined) expect(first?.subscribe_time_epoch).toBe(Date.parse(`${at}Z`) / 1000)
  },
)
