import { describe, expect, test } from 'vitest'
import { anImporter } from '../../harness/importing/whole.ts'
import type { OracleSubscriber } from '../../harness/oracle/model.ts'

const failed = undefined

describe('a list whose primary key is a custom field', () => {
  const before = new Map<string, OracleSubscriber>([
    ['c-1', { email: 'one@example.com', status: 'active', fields: { Customer: 'C-1', Name: 'One' } }],
    ['c-2', { email: 'two@example.com', status: 'bounced', fields: { Customer: 'c-2' } }],
  ])
  const mapping = ['Name', 'Customer', 'email']
  const file = [
    mapping.join(','),
    'New One,c-1,other@example.com',
    'Two, C-2 ,two@example.com',
    'Three,C-3,same@example.com',
    'Four,C-4,same@example.com',
    'Again,c-3,third@example.com',
    'None,,none@example.com',
    'Bad,C-5,nobody',
    'Good,c-5,good@example.com',
    'Last," c-5 ",good@example.com',
    'Tab,"a\\b",tab@example.com',
    '',
  ].join('\n')
  const rules = { Customer: { required: true } }
  const fields = { Customer: (cell: string) => (cell.trim() === '' ? failed : cell) }

  test('identifies subscribers by it, in the list and in the file, ignoring case', async () => {
    const importer = await anImporter()
    for (const overwrite of [false, true]) {
      const order = { file, mapping, keyField: 'Customer', overwrite, fields }
      await importer.schedule(order, { before, fields: rules })
    }
    const rows = await importer.expectAsOracle({ rangeSize: { rows: 2, bytes: 1_000_000 } })
    expect(rows[1]).toMatchObject({
      added: 4,
      updated: 1,
      skipped_bounced: 1,
      skipped_duplicate: 2,
      failed: 2,
    })
  })

  test('accepts numbers in any notation', async () => {
    const importer = await anImporter()
    const number = (cell: string) => (/^\+?\d+$/.test(cell.trim()) ? Number(cell) : failed)
    const lines = [
      '7,a@example.com',
      '007,b@example.com',
      ' +7,c@example.com',
      '8,a@example.com',
      'x,d@example.com',
    ]
    await importer.schedule(
      {
        file: lines.join('\n'),
        mapping: ['Id', 'email'],
        hasHeaders: false,
        keyField: 'Id',
        fields: { Id: number },
      },
      { fields: { Id: { field_type: 'number', required: true } } },
    )
    const [row] = await importer.expectAsOracle()
    expect(row).toMatchObject({ added: 2, skipped_duplicate: 2, failed: 1 })
  })

  test('rejects values that cannot be a key, with a reason', async () => {
    const importer = await anImporter()
    const long = 'x'.repeat(257)
    const { importId } = await importer.schedule(
      {
        file: `${long},a@example.com\n"b\u001fc",b@example.com\n"two\nlines",c@example.com\n${long.slice(1)},d@example.com`,
        mapping: ['Id', 'email'],
        hasHeaders: false,
        keyField: 'Id',
        // oxlint-disable-next-line no-control-regex
        fields: { Id: (cell) => (cell.length > 256 || /[\u0000-\u001f]/.test(cell) ? failed : cell) },
      },
      { fields: { Id: { required: true } } },
    )
    await importer.expectAsOracle()
    const [log] = await importer.sql<{ content: string }[]>`
      select content from import_logs where import_id = ${importId} and classification = 'failed'`
    const problem = 'Id must have at most 256 characters, no control characters, to tell subscribers apart'
    expect(JSON.parse(log?.content ?? '[]').map((cells: string[]) => cells.at(-1))).toEqual([
      problem,
      problem,
      problem,
    ])
  })
})
