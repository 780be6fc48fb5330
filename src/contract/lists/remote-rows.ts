import { parseEmail } from '../values/email.ts'
import { isStorable } from '../values/text.ts'
import type { FieldDefinition } from './field-definition.ts'

/** The query of a remote list returns `email`, may return `distinct_id`, and its other columns are merge codes. */

export type RemoteLayout = {
  email: number
  distinctId: number | null
  /** The merge codes, and the position of each in a row. */
  codes: readonly { name: string; place: number }[]
}

const columnsMax = 200
const columnLengthMax = 100

/** Column names are case-insensitive; white space equals an underscore, as in merge codes. */
export function readColumns(columns: readonly string[]): RemoteLayout | { problem: string } {
  // First, because each name is compared with all others.
  if (columns.length > columnsMax)
    return { problem: `The query has ${columns.length} columns: select at most ${columnsMax}.` }
  const keys = columns.map(columnKey)
  const email = keys.indexOf('email')
  if (email === -1)
    return { problem: 'The query has no column email: name the column with the addresses so.' }
  const repeated = columns.find((_, place) => keys.indexOf(keys[place] ?? '') !== place)
  if (repeated !== undefined)
    return { problem: `The query has two columns ${shown(repeated)}: give each column a name of its own.` }
  const odd = columns.find(
    (name) => name.length > columnLengthMax || name.includes('%%') || name.trim() === '' || !isStorable(name),
  )
  if (odd !== undefined)
    return {
      problem: `The column ${shown(odd)} cannot be a merge code: give it a name of 1 to ${columnLengthMax} characters without %%.`,
    }
  const distinctId = keys.indexOf('distinct_id')
  return {
    email,
    distinctId: distinctId === -1 ? null : distinctId,
    codes: columns.flatMap((name, place) =>
      place === email || place === distinctId ? [] : [{ name, place }],
    ),
  }
}

/** As much of a name, which the database chose, as a sentence can quote and the server can store. */
function shown(name: string): string {
  return name.slice(0, columnLengthMax).replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
}

function columnKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().replaceAll(/\s/g, '_')
}

export type RemoteRecipient = {
  email: string
  key: string
  distinctId: number | null
  /** By the ids of `remoteFields`. */
  customFields: Record<string, string>
}

const distinctIdMax = 2_147_483_647

export function readRemoteRow(
  layout: RemoteLayout,
  row: readonly (string | null)[],
): RemoteRecipient | 'invalid_email' | 'invalid_distinct_id' {
  const parsed = parseEmail(row[layout.email] ?? '')
  if (parsed === null) return 'invalid_email'
  const given = layout.distinctId === null ? null : (row[layout.distinctId] ?? null)
  const isNumber =
    given === null || (/^[0-9]{1,10}$/.test(given) && Number(given) >= 1 && Number(given) <= distinctIdMax)
  if (!isNumber) return 'invalid_distinct_id'
  return {
    email: parsed.address,
    key: parsed.key,
    distinctId: given === null ? null : Number(given),
    customFields: Object.fromEntries(
      layout.codes.flatMap(({ place }, index) => {
        const value = row[place] ?? ''
        return value === '' ? [] : [[String(-1 - index), value]]
      }),
    ),
  }
}

type Field = { id: number } & Pick<
  FieldDefinition,
  'name' | 'field_type' | 'interpolation_html_encode' | 'interpolation_url_encode'
>

/**
 * The merge fields of a query: a column takes the encoding of the custom field of its name. Custom fields without a
 * column are empty. @param codes names, in their order
 */
export function remoteFields(codes: readonly string[], fields: readonly Field[]): Field[] {
  const known = new Map(fields.map((field) => [columnKey(field.name), field]))
  const columns = codes.map((name, index): Field => {
    const field = known.get(columnKey(name))
    const isText = field?.field_type === 'text'
    return {
      id: -1 - index,
      name,
      field_type: 'text',
      interpolation_html_encode: !isText || field.interpolation_html_encode,
      interpolation_url_encode: !isText || field.interpolation_url_encode,
    }
  })
  const named = new Set(codes.map(columnKey))
  return [...columns, ...fields.filter(({ name }) => !named.has(columnKey(name)))]
}
