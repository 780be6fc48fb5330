import type { Sql } from '../../../src/database/driver/connection.ts'

type Stored = { key: string; custom_fields: Record<string, unknown> }

/** The custom fields of subscribers of a list, by key and then by name. */
export async function storedFields(sql: Sql, listId: number): Promise<Map<string, Record<string, unknown>>> {
  const fields = await sql<{ id: number; name: string }[]>`select id, name from custom_fields`
  const names = new Map(fields.map(({ id, name }) => [String(id), name]))
  const people = await sql<
    Stored[]
  >`select key, custom_fields from subscribers where mailing_list_id = ${listId}`
  return new Map(
    people.map(({ key, custom_fields: values }) => [
      key,
      // Not by assignment: a field may be called __proto__.
      Object.fromEntries(Object.entries(values).map(([id, value]) => [names.get(id) ?? id, value])),
    ]),
  )
}
