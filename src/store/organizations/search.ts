import { searchedKey } from '../../contract/values/email.ts'
import type { Found, FoundKind } from '../../contract/organizations/search.ts'
import type { Sql } from '../../database/driver/connection.ts'

const ofEachMax = 5
/** Names are compared one by one, so only this many of the latest are compared. */
const comparedMax = 5_000
const listsMax = 500

type FoundRow = {
  kind: FoundKind
  id: number
  name: string
  list_id: number | null
  list_name: string | null
}

export type SearchSight = Record<'people' | 'imports' | 'campaigns' | 'lists' | 'segments', boolean>

export async function findByWords(
  sql: Sql,
  organizationId: number,
  words: string,
  sees: SearchSight,
): Promise<Found[]> {
  const named = namedKinds(sql, organizationId, words, sees)
  const parts = sees.people ? [findPeople(sql, organizationId, words), ...named] : named
  return (await Promise.all(parts)).flat().map(foundOf)
}

/** By the beginning of the key, which is an index of each list. */
function findPeople(sql: Sql, organizationId: number, words: string): Promise<FoundRow[]> {
  const start = searchedKey(words)
  return sql<FoundRow[]>`
    select 'person' as kind, s.id, coalesce(s.email, s.key) as name, l.id as list_id, l.name as list_name
    from (
      select id, name from mailing_lists
      where organization_id = ${organizationId} and deleted_at is null and not is_remote_list
      order by id limit ${listsMax}) l
    cross join lateral (
      select s.id, s.key, s.email from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = l.id
        and s.key >= ${start} and s.key < ${start + '\u{10ffff}'}
      order by s.key limit ${ofEachMax}) s
    order by s.key, l.id limit ${ofEachMax}`
}

function namedKinds(
  sql: Sql,
  organizationId: number,
  words: string,
  sees: SearchSight,
): Promise<FoundRow[]>[] {
  const has = (name: string) => sql`strpos(lower(${sql(name)}), ${words.toLowerCase()}) > 0`
  const ofList = sql`
    left join mailing_lists l on l.organization_id = ${organizationId} and l.id = n.mailing_list_id
    where l.deleted_at is null`
  const imports = sql<FoundRow[]>`
    select 'import' as kind, n.id, n.name, l.id as list_id, l.name as list_name from (
      select id, mailing_list_id, coalesce(source_filename, source_url, '') as name from subscriber_imports
      where organization_id = ${organizationId} order by id desc limit ${comparedMax}) n
    ${ofList} and ${has('n.name')} order by n.id desc limit ${ofEachMax}`
  const campaigns = sql<FoundRow[]>`
      select 'campaign' as kind, n.id, n.name, l.id as list_id, l.name as list_name from (
        select id, mailing_list_id, name from campaigns
        where organization_id = ${organizationId} and not template order by id desc limit ${comparedMax}) n
      ${ofList} and ${has('n.name')} order by n.id desc limit ${ofEachMax}`
  const lists = sql<FoundRow[]>`
      select 'list' as kind, n.id, n.name, null::integer as list_id, null as list_name from mailing_lists n
      where n.organization_id = ${organizationId} and n.deleted_at is null and ${has('n.name')}
      order by n.id limit ${ofEachMax}`
  const segments = sql<FoundRow[]>`
      select 'segment' as kind, n.id, n.name, l.id as list_id, l.name as list_name from (
        select id, mailing_list_id, name from segments
        where organization_id = ${organizationId} and name is not null order by id desc limit ${comparedMax}) n
      ${ofList} and ${has('n.name')} order by n.id desc limit ${ofEachMax}`
  return [
    ...(sees.campaigns ? [campaigns] : []),
    ...(sees.lists ? [lists] : []),
    ...(sees.segments ? [segments] : []),
    ...(sees.imports ? [imports] : []),
  ]
}

/** Across organizations, for system administrators. */
export async function findOrganizationsByWords(everywhere: Sql, words: string): Promise<Found[]> {
  const rows = await everywhere<FoundRow[]>`
    select 'organization' as kind, id, name, null::integer as list_id, null as list_name from organizations
    where deleted_at is null and strpos(lower(name), ${words.toLowerCase()}) > 0
    order by id limit ${ofEachMax}`
  return rows.map(foundOf)
}

function foundOf({ kind, id, name, list_id, list_name }: FoundRow): Found {
  return { kind, id, name, mailing_list: list_id === null ? null : { id: list_id, name: list_name ?? '' } }
}
