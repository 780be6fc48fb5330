import type { Language } from '../../contract/responses/words.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { nextVersion } from '../server/next-version.ts'

export type BrandColumns = {
  name: string
  color: string | null
  logo_asset_id: number | null
  imprint: string
  imprint_url: string
  language: Language | null
}

export type LogoRow = { id: number; token: string; width_px: number; height_px: number }

export type BrandRow = BrandColumns & { logo: LogoRow | null; updated_at: Date }

const none: BrandRow = {
  name: '',
  color: null,
  logo_asset_id: null,
  imprint: '',
  imprint_url: '',
  language: null,
  logo: null,
  updated_at: new Date(0),
}

/** @param listId null: that of the organization. @returns an empty one if nothing was set. */
export async function findBrand(sql: Sql, organizationId: number, listId: number | null): Promise<BrandRow> {
  const [row] = await sql<BrandRow[]>`
    select b.name, b.color, b.logo_asset_id, b.imprint, b.imprint_url, b.language, b.updated_at, (
      select jsonb_build_object('id', a.id, 'token', a.token, 'width_px', a.width_px, 'height_px', a.height_px)
      from assets a where a.organization_id = ${organizationId} and a.id = b.logo_asset_id) as logo
    from brands b
    where b.organization_id = ${organizationId} and b.mailing_list_id is not distinct from ${listId}::integer`
  return row ?? none
}

/** Creates the row if needed, and locks it until the transaction ends. */
export async function lockBrand(
  sql: Transaction,
  organizationId: number,
  listId: number | null,
): Promise<void> {
  await sql`
    insert into brands (organization_id, mailing_list_id) values (${organizationId}, ${listId})
    on conflict (organization_id, mailing_list_id) do nothing`
  await sql`
    select 1 from brands
    where organization_id = ${organizationId} and mailing_list_id is not distinct from ${listId}::integer
    for no key update`
}

export async function updateBrandRow(
  sql: Transaction,
  organizationId: number,
  listId: number | null,
  changes: Partial<BrandColumns>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await sql`
    update brands set ${sql(changes)}, updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and mailing_list_id is not distinct from ${listId}::integer`
}

/** Keeps the picture until the transaction ends. */
export async function holdLogo(sql: Transaction, organizationId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    select 1 from assets where organization_id = ${organizationId} and id = ${id} for key share`
  return count > 0
}
