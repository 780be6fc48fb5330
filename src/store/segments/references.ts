import type { Clause, ClauseReference, NewClause } from '../../contract/segments/clauses.ts'
import type { Transaction } from '../../database/driver/connection.ts'

type Found = { id: number; name: string }
type Kind = 'mailing_list' | 'suppression_list'

export type NamedClause = Clause<Found>

/** Locks the found records against deletion. @returns problems: `clauses name a mailing list that does not exist`. */
export async function resolveClauses(
  sql: Transaction,
  organizationId: number,
  attribute: string,
  clauses: NewClause[],
): Promise<{ clauses: NamedClause[]; problems: string[] }> {
  const problems = new Set<string>()
  const rows = {
    mailing_list: await findNamed(sql, organizationId, 'mailing_list', clauses),
    suppression_list: await findNamed(sql, organizationId, 'suppression_list', clauses),
  }
  const find = (kind: Kind, reference: ClauseReference): Found => {
    const found = rows[kind].filter((row) => isNamed(row, reference))
    const what = kind.replace('_', ' ')
    if (found.length === 0) problems.add(`${attribute} name a ${what} that does not exist`)
    if (found.length > 1) problems.add(`${attribute} name a ${what} by a name that several have`)
    return found[0] ?? { id: 0, name: '' }
  }
  return { clauses: clauses.map((clause) => withFound(clause, find)), problems: [...problems] }
}

function withFound(clause: NewClause, find: (kind: Kind, reference: ClauseReference) => Found): NamedClause {
  if ('clauses' in clause) {
    return { ...clause, clauses: clause.clauses.map((inner) => withFound(inner, find)) }
  }
  if (clause.type === 'in_mailing_list') {
    return { ...clause, mailing_list: find('mailing_list', clause.mailing_list) }
  }
  if (clause.type === 'not_in_suppression_list') {
    return { ...clause, suppression_list: find('suppression_list', clause.suppression_list) }
  }
  return clause
}

export function withIds(clause: NamedClause): Clause {
  if ('clauses' in clause) return { ...clause, clauses: clause.clauses.map(withIds) }
  if (clause.type === 'in_mailing_list') return { ...clause, mailing_list: { id: clause.mailing_list.id } }
  if (clause.type === 'not_in_suppression_list') {
    return { ...clause, suppression_list: { id: clause.suppression_list.id } }
  }
  return clause
}

function isNamed(row: Found, reference: ClauseReference): boolean {
  return 'id' in reference ? row.id === reference.id : row.name.toLowerCase() === reference.name.toLowerCase()
}

async function findNamed(
  sql: Transaction,
  organizationId: number,
  kind: Kind,
  clauses: NewClause[],
): Promise<Found[]> {
  const references = referencesOf(kind, clauses)
  const ids = references.flatMap((reference) => ('id' in reference ? [reference.id] : []))
  const names = references.flatMap((reference) => ('name' in reference ? [reference.name.toLowerCase()] : []))
  if (references.length === 0) return []
  // Remote lists contain no subscribers.
  const usable = kind === 'mailing_list' ? sql`and deleted_at is null and not is_remote_list` : sql``
  return sql<Found[]>`
    select id, name from ${sql(`${kind}s`)}
    where organization_id = ${organizationId} and (id = any(${ids}) or lower(name) = any(${names})) ${usable}
    order by id for key share`
}

function referencesOf(kind: Kind, clauses: NewClause[]): ClauseReference[] {
  return clauses.flatMap((clause) => {
    if ('clauses' in clause) return referencesOf(kind, clause.clauses)
    if (clause.type === 'in_mailing_list' && kind === 'mailing_list') return [clause.mailing_list]
    if (clause.type === 'not_in_suppression_list' && kind === 'suppression_list') {
      return [clause.suppression_list]
    }
    return []
  })
}
