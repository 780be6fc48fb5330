import type { FieldType } from '../../contract/lists/field-values.ts'
import type { Clause, ClauseReference, NewClause } from '../../contract/segments/clauses.ts'
import { mapReference, referencesOf, type ReferenceKind } from '../../contract/segments/tree.ts'
import { checkTest, kindOfField } from '../../contract/segments/value-tests.ts'
import type { Fragment, Transaction } from '../../database/driver/connection.ts'
import { findVersions, missingVersions } from '../conditions/campaign-versions.ts'
import { lockCustomFields } from '../lists/custom-fields.ts'

type Found = { id: number; name: string }
type FoundField = Found & { field_type: FieldType; options: string[] }

export type NamedClause = Clause<Found>

/** The list whose subscribers are selected. */
export type SegmentPlace = { organizationId: number; listId: number }

const words: Record<ReferenceKind, string> = {
  mailing_list: 'a mailing list',
  suppression_list: 'a suppression list',
  custom_field: 'a custom field',
  campaign: 'a campaign',
  autoresponder: 'an autoresponder',
  import: 'an import',
  web_form: 'a web form',
  segment: 'a segment',
}
/** Mailing lists and suppression lists may be any of the organization. */
const ofTheList: readonly ReferenceKind[] = [
  'custom_field',
  'campaign',
  'autoresponder',
  'import',
  'web_form',
  'segment',
]

/** Locks the found records against deletion. @returns problems: `clauses name a mailing list that does not exist`. */
export async function resolveClauses(
  sql: Transaction,
  place: SegmentPlace,
  attribute: string,
  clauses: NewClause[],
): Promise<{ clauses: NamedClause[]; problems: string[] }> {
  const problems = new Set<string>()
  const rows = new Map<ReferenceKind, Found[]>()
  for (const kind of Object.keys(words) as ReferenceKind[]) {
    rows.set(kind, await findNamed(sql, place, kind, referencesOf(clauses, kind)))
  }
  const find = (kind: ReferenceKind, reference: ClauseReference): Found => {
    const found = rows.get(kind)?.filter((row) => isNamed(row, reference)) ?? []
    const where = ofTheList.includes(kind) ? ' on the mailing list of the segment' : ''
    if (found.length === 0) problems.add(`${attribute} name ${words[kind]} that does not exist${where}`)
    if (found.length > 1) problems.add(`${attribute} name ${words[kind]} by a name that several have`)
    return found[0] ?? { id: 0, name: '' }
  }
  const named = clauses.map((clause) => mapReference(clause, find))
  if (problems.size > 0) return { clauses: named, problems: [...problems] }
  const versions = await findVersions(sql, place.organizationId, named)
  for (const { campaign, version } of missingVersions(versions, named)) {
    problems.add(`${attribute} name version ${version} of the campaign “${campaign.name}”, which has fewer`)
  }
  const fields = new Map((rows.get('custom_field') as FoundField[]).map((field) => [field.id, field]))
  const checked = named.map((clause) =>
    withCheckedFields(clause, fields, (problem) => problems.add(`${attribute}: ${problem}`)),
  )
  return { clauses: checked, problems: [...problems] }
}

/** The tests of custom fields, by the fields' types. The stored clause has nothing of the field but id and name. */
function withCheckedFields(
  clause: NamedClause,
  fields: ReadonlyMap<number, FoundField>,
  report: (problem: string) => void,
): NamedClause {
  if ('clauses' in clause) {
    return { ...clause, clauses: clause.clauses.map((inner) => withCheckedFields(inner, fields, report)) }
  }
  if (clause.type !== 'custom_field') return clause
  const { type, custom_field: named, ...given } = clause
  const field = fields.get(named.id)
  if (field === undefined) return clause
  const checked = checkTest(kindOfField[field.field_type], given, field.options)
  if ('problem' in checked) {
    report(`of the ${field.field_type} field “${field.name}” the ${checked.problem}`)
    return clause
  }
  return { type, custom_field: { id: field.id, name: field.name }, ...checked.test }
}

export function withIds(clause: NamedClause): Clause {
  return mapReference(clause, (_, { id }) => ({ id }))
}

function isNamed(row: Found, reference: ClauseReference): boolean {
  return 'id' in reference ? row.id === reference.id : row.name.toLowerCase() === reference.name.toLowerCase()
}

async function findNamed(
  sql: Transaction,
  place: SegmentPlace,
  kind: ReferenceKind,
  references: readonly ClauseReference[],
): Promise<Found[]> {
  if (references.length === 0) return []
  const ids = references.flatMap((reference) => ('id' in reference ? [reference.id] : []))
  const names = references.flatMap((reference) => ('name' in reference ? [reference.name.toLowerCase()] : []))
  // A field is only marked deleted, which the lock of its row would not prevent.
  if (kind === 'custom_field') await lockCustomFields(sql, place.organizationId)
  const { columns, from, name, usable } = sourceOf(sql, place, kind)
  return sql<Found[]>`
    select r.id, ${name} as name ${columns} from ${from} r
    where r.organization_id = ${place.organizationId} and (r.id = any(${ids}::bigint[]) or lower(${name}) = any(${names}))
      and ${usable}
    order by r.id for key share of r`
}

type Source = { from: Fragment; name: Fragment; usable: Fragment; columns: Fragment }

function sourceOf(sql: Transaction, { organizationId, listId }: SegmentPlace, kind: ReferenceKind): Source {
  const plain = { name: sql`r.name`, columns: sql`` }
  const onList = sql`r.mailing_list_id = ${listId}`
  switch (kind) {
    case 'mailing_list':
      // Remote lists contain no subscribers.
      return {
        ...plain,
        from: sql`mailing_lists`,
        usable: sql`r.deleted_at is null and not r.is_remote_list`,
      }
    case 'suppression_list':
      return { ...plain, from: sql`suppression_lists`, usable: sql`true` }
    case 'custom_field':
      return {
        ...plain,
        from: sql`custom_fields`,
        usable: sql`(r.mailing_list_id is null or ${onList}) and r.deleted_at is null`,
        columns: sql`, r.field_type, coalesce((
          select jsonb_agg(o.name order by o.position) from custom_field_options o
          where o.organization_id = ${organizationId} and o.custom_field_id = r.id), '[]') as options`,
      }
    case 'campaign':
      return { ...plain, from: sql`campaigns`, usable: sql`${onList} and not r.template` }
    case 'autoresponder':
      return { ...plain, from: sql`autoresponders`, usable: sql`${onList} and r.deleted_at is null` }
    case 'import':
      return {
        ...plain,
        from: sql`subscriber_imports`,
        name: sql`coalesce(r.source_filename, r.source_url, r.id::text)`,
        usable: sql`${onList} and not r.dry_run`,
      }
    case 'web_form':
      return { ...plain, from: sql`web_forms`, usable: sql`${onList} and r.deleted_at is null` }
    case 'segment':
      return { ...plain, from: sql`segments`, usable: sql`${onList} and r.name is not null` }
  }
}
