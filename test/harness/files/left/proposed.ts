import { importInput } from '../../../../src/contract/imports/input.ts'
import { makePlan } from '../../../../src/contract/imports/plan.ts'
import { compileRowReader } from '../../../../src/contract/imports/row-reader.ts'
import { createReader } from '../../../../src/files/csv/reader.ts'
import { inspect } from '../../../../src/files/inspection/inspect.ts'

const list = { has_format: true, has_confirmed: true, primary_key_custom_field_id: null, fields: [] }

/** What becomes of each row by the proposal as it is, and whether a person is asked. */
export function proposed(content: string, filename = 'export.csv') {
  const head = { bytes: Buffer.from(content), isWhole: true }
  const found = inspect({ head, pass: null, filename, given: {}, createsFields: false }, list)
  const settings = importInput.parse({
    ...found.subscriber_import,
    file_source: { type: 'json', content },
  })
  const plan = makePlan(
    list,
    {
      ...settings,
      column_mapping: settings.column_mapping ?? [],
      file_format: { ...settings.file_format, date_format: settings.file_format.date_format ?? 'mdy' },
      default_custom_fields: {},
      subscriber_defaults: { status: settings.subscriber_defaults?.status ?? 'active' },
    },
    'UTC',
  )
  const rows = compileRowReader(plan)
  const statuses: Record<string, string> = {}
  const separator = found.format.csv_field_separator.value
  const reader = createReader({ separator, enclosure: '"', characterSet: 'UTF-8' }, (cells) => {
    const row = rows.read(cells)
    if (typeof row !== 'string') statuses[row.address.split('@')[0] ?? ''] = row.status
  })
  reader.push(Buffer.from(content))
  reader.end()
  return { statuses, isAsked: found.decisions.length > 0 }
}

/** Rows are called by what they should become: `in@…` stays active, everybody else must not be. */
export function file(header: string, ...rows: string[]): string {
  const separator = header.includes(';') ? ';' : ','
  const addresses = rows.map((row, index) => {
    const [name = '', ...cells] = row.split(separator)
    return [`${name}${index}@example.com`, ...cells].join(separator)
  })
  return `${[header, ...addresses].join('\n')}\n`
}
