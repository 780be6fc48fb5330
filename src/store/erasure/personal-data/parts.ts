import type { Fragment, Sql } from '../../../database/driver/connection.ts'

// What is stored about an address, as JSON, for the person whom it is about. Whatever an erasure takes away is here or named
// (test/api/subscribers/erasing/personal-data.test.ts). Row-level security leaves out lists that the caller is not granted.

/** `listIds` and `ids`: a subscriber each. `keys`: of the address; none if the subscriber has none. */
export type Known = {
  organizationId: number
  keys: readonly string[]
  listIds: readonly number[]
  ids: readonly number[]
}

/** Rows with `id`, different and ascending, and `data`. */
export type Part = (sql: Sql, known: Known) => Fragment

const pageRows = 1_000

/** One page is in memory. */
export async function* readPart(
  sql: Sql,
  rows: Fragment,
): AsyncGenerator<{ id: number; data: Record<string, unknown> }> {
  for (let after = -1; ;) {
    const page = await sql<{ id: number; data: Record<string, unknown> }[]>`
      select id, data from (${rows}) part where id > ${after}::bigint order by id limit ${pageRows}`
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Of messages: at most so many campaigns or autoresponders at once. */
const sourcesAtOnce = 100

type Kind = 'campaign' | 'autoresponder'
export type Sources = { kind: Kind; ids: readonly number[] }

/** What was sent to the lists, a few at a time. */
export async function* sourcesOf(sql: Sql, { organizationId, listIds }: Known): AsyncGenerator<Sources> {
  for (const kind of ['campaign', 'autoresponder'] as const) {
    const table = sql(kind === 'campaign' ? 'campaigns' : 'autoresponders')
    for (let after = 0; ;) {
      const rows = await sql<{ id: number }[]>`
        select id from ${table}
        where organization_id = ${organizationId} and mailing_list_id = any(${[...listIds]}::integer[]) and id > ${after}
        order by id limit ${sourcesAtOnce}`
      const last = rows.at(-1)
      if (last === undefined) break
      yield { kind, ids: rows.map(({ id }) => id) }
      after = last.id
    }
  }
}

/** On a row of a table with both columns: it belongs to one of the sources and to the person. */
export function isOf(
  sql: Sql,
  alias: string,
  { organizationId, ids }: Known,
  { kind, ids: of }: Sources,
): Fragment {
  const row = sql(alias)
  const source =
    kind === 'campaign'
      ? sql`${row}.campaign_id = any(${[...of]}::integer[]) and ${row}.autoresponder_id is null`
      : sql`${row}.campaign_id is null and ${row}.autoresponder_id = any(${[...of]}::integer[])`
  return sql`${row}.organization_id = ${organizationId} and ${source} and ${row}.subscriber_id = any(${[...ids]}::bigint[])`
}

/** The campaign or autoresponder of a row, by name. */
export function namedSource(sql: Sql, alias: string, organizationId: number): Fragment {
  const row = sql(alias)
  return sql`
    jsonb_build_object(
      'campaign', (select jsonb_build_object('id', origin.id, 'name', origin.name) from campaigns origin
        where origin.organization_id = ${organizationId} and origin.id = ${row}.campaign_id),
      'autoresponder', (select jsonb_build_object('id', origin.id, 'name', origin.name) from autoresponders origin
        where origin.organization_id = ${organizationId} and origin.id = ${row}.autoresponder_id))`
}

/** @param values an object of JSON by the ids of fields, also of deleted ones. */
export function namedFields(sql: Sql, organizationId: number, values: Fragment): Fragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('name', coalesce(f.name, v.key), 'value', v.value, 'deleted_at', f.deleted_at)
      order by coalesce(f.place, f.id), v.key)
    from jsonb_each(case jsonb_typeof(${values}) when 'object' then ${values} else '{}' end) v
    left join custom_fields f on f.organization_id = ${organizationId} and f.id::text = v.key)`
}

export function namedList(sql: Sql, organizationId: number, id: Fragment): Fragment {
  return sql`(
    select jsonb_build_object('id', l.id, 'name', l.name, 'deleted_at', l.deleted_at) from mailing_lists l
    where l.organization_id = ${organizationId} and l.id = ${id})`
}

export function textsOf(sql: Sql, values: readonly string[]): Fragment {
  return sql`${[...values]}::text[]`
}
