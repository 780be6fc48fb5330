import { expect, test } from 'vitest'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { anImportApi } from '../../harness/importing/api.ts'

/** A file as a shop of the country exports it, a dirty cell in every hundredth row. */
type Country = {
  header: string
  day: (day: number, month: number, year: number, index: number) => string
  amount: (whole: string, cents: string) => string
  dirty: string
}

const polishMonths =
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(
    ' ',
  )

const countries: Record<string, Country> = {
  German: {
    header: 'E-Mail;Vorname;Geburtsdatum;Umsatz',
    day: (day, month, year, index) =>
      [
        `${day}.${month}.${year}`,
        `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${String(year).slice(2)}`,
        '00.00.0000',
      ][index % 50 === 0 ? 2 : index % 2] ?? '',
    amount: (whole, cents) => `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${cents}`,
    dirty: 'unbekannt',
  },
  Polish: {
    header: 'E-mail;Imię;Data urodzenia;Obrót',
    day: (day, month, year, index) =>
      index % 50 === 0 ? '0000-00-00' : `${day} ${polishMonths[month - 1]} ${year} r.`,
    amount: (whole, cents) => `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ')},${cents} zł`,
    dirty: 'brak danych',
  },
}

const rowCount = 1_000

function rowsOf({ day, amount, dirty }: Country) {
  return Array.from({ length: rowCount }, (_, index) => {
    const date = [1 + (index % 28), 1 + (index % 12), 1930 + (index % 70)] as const
    const [whole, cents] = [String((index * 7919) % 1_000_000), String(index % 100).padStart(2, '0')]
    const isDirty = index % 100 === 7
    const [d, m, y] = date
    const isBlank = index % 50 === 0
    return {
      line: `p${index}@example.com;Zoë;${isDirty ? dirty : day(d, m, y, index)};${amount(whole, cents)}`,
      isDirty,
      birthday:
        isDirty || isBlank ? null : `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
      revenue: Number(`${whole}.${cents}`),
    }
  })
}

test.each(Object.keys(countries))(
  'a %s customer file loses nobody but cells that are nothing',
  async (name) => {
    const api = await anImportApi({ jsonBytesMax: 1_000_000 })
    const country = countries[name] as Country
    const rows = rowsOf(country)
    const content = [country.header, ...rows.map(({ line }) => line)].join('\r\n')
    const file_source = { type: 'json', content, filename: 'kunden.csv' }
    const clean = [country.header, ...rows.filter(({ isDirty }) => !isDirty).map(({ line }) => line)].join(
      '\n',
    )
    const { body } = await api.call<Inspection>('POST', `${api.path}/inspect`, {
      subscriber_import: { file_source: { ...file_source, content: clean }, create_custom_fields: true },
    })
    const { subscriber_import: settings, columns } = body.data
    expect(columns.slice(2).map((column) => column.new_custom_field?.field_type)).toEqual(['date', 'decimal'])
    const created = await api.create({ ...settings, file_source, on_bad_value: 'leave_empty' })
    expect(created.body.error_message).toBeNull()
    await api.work({ rangeSize: { rows: 500, bytes: 1_000_000 } })
    const { stats, bad_values } = await api.show(created.body.data.id)
    expect(stats.subscribers).toMatchObject({ added: rowCount, failed: 0 })
    expect(bad_values).toEqual([
      {
        column: 3,
        field: columns[2]?.new_custom_field?.name,
        count: rowCount / 100,
        can_be_empty: true,
        examples: [country.dirty],
      },
    ])
    const people = await api.sql<{ key: string; birthday: string | null; revenue: number }[]>`
    select s.key, s.custom_fields ->> d.id::text as birthday, s.custom_fields -> n.id::text as revenue
    from subscribers s
    join custom_fields d on d.organization_id = s.organization_id
    join custom_fields n on n.organization_id = s.organization_id
    where d.field_type = 'date' and n.field_type = 'decimal' order by s.id`
    const found = new Map(people.map(({ key, ...values }) => [key, values]))
    const wanted = rows.map(
      ({ birthday, revenue }, index) => [`p${index}@example.com`, { birthday, revenue }] as const,
    )
    expect(found).toEqual(new Map(wanted))
  },
)
