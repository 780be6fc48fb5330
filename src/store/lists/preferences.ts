import type { ListPreferences } from '../../contract/lists/preferences.ts'
import type { Language } from '../../contract/responses/words.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

export async function findListPreferences(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<ListPreferences> {
  const [row] = await sql<ListPreferences[]>`
    select coalesce(p.is_public, false) as is_public, coalesce(p.public_name, '') as public_name,
      coalesce(p.description, '') as description, (
        select coalesce(jsonb_agg(f.id order by coalesce(f.place, f.id)), '[]')
        from editable_fields e
        join custom_fields f on f.organization_id = e.organization_id and f.id = e.custom_field_id
        where e.organization_id = ${organizationId} and e.mailing_list_id = l.id and f.deleted_at is null
          and f.id is distinct from l.primary_key_custom_field_id) as editable_custom_field_ids
    from mailing_lists l
    left join list_preferences p on p.organization_id = l.organization_id and p.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.id = ${listId}`
  if (row === undefined) throw new Error('the list is gone')
  return row
}

type Columns = Omit<ListPreferences, 'editable_custom_field_ids'>

export async function updateListPreferencesRow(
  sql: Transaction,
  organizationId: number,
  listId: number,
  changes: Partial<Columns>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await sql`
    update list_preferences set ${sql(changes)}
    where organization_id = ${organizationId} and mailing_list_id = ${listId}`
}

/** Creates the row if needed, and locks the preferences and texts of the list until the transaction ends. */
export async function lockListPreferences(
  sql: Transaction,
  organizationId: number,
  listId: number,
): Promise<void> {
  await sql`
    insert into list_preferences (organization_id, mailing_list_id) values (${organizationId}, ${listId})
    on conflict (organization_id, mailing_list_id) do nothing`
  await sql`
    select 1 from list_preferences
    where organization_id = ${organizationId} and mailing_list_id = ${listId} for no key update`
}

export async function replaceEditableFields(
  sql: Transaction,
  organizationId: number,
  listId: number,
  fieldIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...fieldIds]}::integer[]`
  await sql`
    delete from editable_fields
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and custom_field_id <> all(${ids})`
  await sql`
    insert into editable_fields (organization_id, mailing_list_id, custom_field_id)
    select ${organizationId}, ${listId}, id from unnest(${ids}) given (id) on conflict do nothing`
}

export async function findPublicTexts(
  sql: Sql,
  organizationId: number,
  listId: number,
  language: Language,
): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; text: string }[]>`
    select key, text from public_texts
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and language = ${language}`
  return new Map(rows.map(({ key, text }) => [key, text]))
}

/** Empty texts are deleted. */
export async function writePublicTexts(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { language, texts }: { language: Language; texts: readonly { key: string; text: string }[] },
): Promise<void> {
  const gone = texts.flatMap(({ key, text }) => (text === '' ? [key] : []))
  const kept = texts.filter(({ text }) => text !== '')
  await sql`
    delete from public_texts
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and language = ${language}
      and key = any(${gone}::text[])`
  await sql`
    insert into public_texts (organization_id, mailing_list_id, language, key, text)
    select ${organizationId}, ${listId}, ${language}, key, text
    from unnest(${kept.map(({ key }) => key)}::text[], ${kept.map(({ text }) => text)}::text[]) given (key, text)
    on conflict (organization_id, mailing_list_id, language, key) do update set text = excluded.text`
}
