import type { Transaction } from '../../database/driver/connection.ts'

/** An option with the same name, ignoring case, keeps its id, even at another place. */
export async function replaceOptions(
  sql: Transaction,
  organizationId: number,
  fieldId: number,
  names: string[],
): Promise<void> {
  const old = await sql<{ id: number; name: string }[]>`
    delete from custom_field_options
    where organization_id = ${organizationId} and custom_field_id = ${fieldId}
    returning id, name`
  if (names.length === 0) return
  const ids = new Map(old.map((option) => [option.name.toLowerCase(), option.id]))
  const kept = names.map((name) => ids.get(name.toLowerCase()) ?? null)
  await sql`
    insert into custom_field_options (organization_id, custom_field_id, id, position, name)
    select ${organizationId}, ${fieldId},
      coalesce(o.id, nextval(pg_get_serial_sequence('custom_field_options', 'id'))), o.position, o.name
    from unnest(${kept}::integer[], ${names}::text[]) with ordinality o (id, name, position)
    order by o.position
    returning 1`
}
