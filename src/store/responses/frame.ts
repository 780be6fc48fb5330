import type { ShownBrand } from '../../contract/responses/public-frame.ts'
import type { Language, OwnTexts } from '../../contract/responses/words.ts'
import type { Sql } from '../../database/driver/connection.ts'

/** The logo has no address yet, for it depends on the place of the page. */
export type PublicBrand = Omit<ShownBrand, 'logo'> & {
  logo: { place: string; width_px: number; height_px: number } | null
}

/** What all public pages of a list have in common. */
export type PageFrame = {
  /** As readers know the list. */
  listName: string
  /** That of the list, and of the organization where the list has nothing. */
  brand: PublicBrand
  /** null: as the browser asks. */
  language: Language | null
  texts: OwnTexts
}

/** null: the organization has no such list. Lists that were deleted still have pages. */
export async function findFrame(sql: Sql, organizationId: number, listId: number): Promise<PageFrame | null> {
  const [row] = await sql<PageFrame[]>`
    select ${frameColumns(sql, organizationId)}
    from mailing_lists l
    join organizations o on o.id = l.organization_id
    ${frameJoins(sql, organizationId)}
    where l.organization_id = ${organizationId} and l.id = ${listId}`
  return row ?? null
}

/** Without a list: for mails and pages that are not about one. null: the organization does not exist. */
export async function findOwnBrand(sql: Sql, organizationId: number): Promise<PublicBrand | null> {
  // The place of the list's brand is taken by the organization's: a cluster refuses a join that finds nothing.
  const [row] = await sql<{ brand: PublicBrand }[]>`
    select ${brandColumn(sql, organizationId)}
    from organizations o
    left join brands b on b.organization_id = ${organizationId} and b.mailing_list_id is null
    left join brands ob on ob.organization_id = ${organizationId} and ob.mailing_list_id is null
    where o.id = ${organizationId}`
  return row?.brand ?? null
}

/** Of an organization `o` and its list `l`, with `frameJoins`. */
export function frameColumns(sql: Sql, organizationId: number) {
  return sql`${nameAndBrand(sql, organizationId)}, coalesce(b.language, ob.language) as language, ${ownTexts(sql, organizationId)} as texts`
}

/** Of a list `l`, in every language. */
export function ownTexts(sql: Sql, organizationId: number) {
  return sql`(
      select coalesce(jsonb_object_agg(t.language, t.texts), '{}')
      from (select language, jsonb_object_agg(key, text) as texts from public_texts
        where organization_id = ${organizationId} and mailing_list_id = l.id group by language) t)`
}

/** Those of `frameColumns` that mails and forms have as well. */
export function nameAndBrand(sql: Sql, organizationId: number) {
  return sql`coalesce(nullif(lp.public_name, ''), l.name) as "listName", ${brandColumn(sql, organizationId)}`
}

/** Of an organization `o`, the brand `b` of its list and its own, `ob`. */
function brandColumn(sql: Sql, organizationId: number) {
  return sql`
    jsonb_build_object(
      'name', coalesce(nullif(b.name, ''), nullif(ob.name, ''), o.name), 'color', coalesce(b.color, ob.color),
      'imprint', coalesce(nullif(b.imprint, ''), ob.imprint, ''),
      'imprint_url', coalesce(nullif(b.imprint_url, ''), ob.imprint_url, ''), 'logo', (
        select jsonb_build_object('place', a.organization_id || '-' || a.token, 'width_px', a.width_px,
          'height_px', a.height_px)
        from assets a
        where a.organization_id = ${organizationId} and a.id = coalesce(b.logo_asset_id, ob.logo_asset_id)
          and o.deleted_at is null)) as brand`
}

export function frameJoins(sql: Sql, organizationId: number) {
  return sql`left join brands b on b.organization_id = ${organizationId} and b.mailing_list_id = l.id
    left join brands ob on ob.organization_id = ${organizationId} and ob.mailing_list_id is null
    left join list_preferences lp on lp.organization_id = ${organizationId} and lp.mailing_list_id = l.id`
}
