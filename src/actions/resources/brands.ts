import { invalid } from '../../contract/api/errors.ts'
import type { BrandChanges } from '../../contract/resources/brands.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findMailingList } from '../../store/lists/rows.ts'
import {
  findBrand,
  holdLogo,
  lockBrand,
  updateBrandRow,
  type BrandColumns,
  type BrandRow,
} from '../../store/resources/brands.ts'
import type { Actor } from '../actor.ts'
import { requireVersion } from '../../store/resources/version.ts'

/** @param listId null: of the organization. @throws AppError `not_found` for a list of another organization. */
export function readBrand(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  listId: number | null,
): Promise<BrandRow> {
  return sql.read(async (sql) => {
    if (listId !== null) await findMailingList(sql, caller.organization_id, listId)
    return findBrand(sql, caller.organization_id, listId)
  })
}

/** @throws AppError as `readBrand`; `validation_failed` for a picture that the organization does not have. */
export function changeBrand(
  sql: Scoped,
  actor: Actor,
  listId: number | null,
  fields: () => BrandChanges,
): Promise<BrandRow> {
  const { organization_id: organizationId } = actor.caller
  const subject =
    listId === null
      ? { subject_type: 'Organization', subject_id: organizationId }
      : { subject_type: 'MailingList', subject_id: listId }
  return sql.begin(async (sql) => {
    if (listId !== null) await findMailingList(sql, organizationId, listId)
    const wanted = columnsOf(fields())
    if (wanted.logo_asset_id != null && !(await holdLogo(sql, organizationId, wanted.logo_asset_id))) {
      throw invalid('logo_id does not exist')
    }
    await lockBrand(sql, organizationId, listId)
    const versioned = {
      what: 'brand',
      table: 'brands',
      row: { mailing_list_id: listId },
      subject: { type: subject.subject_type, id: subject.subject_id, kind: 'brand.updated' },
    }
    await requireVersion(sql, organizationId, versioned, actor)
    const before = await findBrand(sql, organizationId, listId)
    const changes = differing(before, wanted)
    await updateBrandRow(sql, organizationId, listId, changes)
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await actor.audit(sql, { kind: 'brand.updated', ...subject, details: { changed } })
    }
    return findBrand(sql, organizationId, listId)
  })
}

function columnsOf({ logo_id, ...changes }: BrandChanges): Partial<BrandColumns> {
  const given = { ...changes, logo_asset_id: logo_id }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function differing(before: BrandRow, wanted: Partial<BrandColumns>): Partial<BrandColumns> {
  const current: Record<string, unknown> = before
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => current[name] !== value))
}
