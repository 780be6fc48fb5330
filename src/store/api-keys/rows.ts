import type { KeyRole } from '../../contract/api/endpoint.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { KeyOrder } from '../../contract/api-keys.ts'
import type { Rights } from '../../contract/users/right-names.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../callers.ts'
import { nextId } from '../server/ids.ts'
import { systemOrganizationId } from '../conditions/system-organization.ts'

export type KeyCaller = Caller & { api_key_id: number; is_use_due: boolean }

/** The old value works during the overlap of a rotation. @param fingerprints of one value, by each key of the server */
export async function findCaller(
  sql: Sql,
  organizationId: number,
  fingerprints: readonly Uint8Array[],
): Promise<KeyCaller | null> {
  const [caller] = await sql<KeyCaller[]>`
    select k.organization_id, k.id as api_key_id, null as user_id, o.time_zone,
      case when k.permissions is null then k.role else 'standard' end as role, k.permissions,
      k.permissions is not null as by_rights, to_jsonb(k.mailing_list_ids) as list_ids,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as is_use_due
    from api_keys k join organizations o on o.id = k.organization_id
    where k.organization_id = ${organizationId}
      and (${fingerprints.map((one) => hasFingerprint(sql, one)).reduce((all, one) => sql`${all} or ${one}`)})
      and k.active and (k.expires_at is null or k.expires_at > now())
      and o.active and o.deleted_at is null`
  return caller ?? null
}

function hasFingerprint(sql: Sql, fingerprint: Uint8Array) {
  return sql`k.key_hmac = ${fingerprint}
    or (k.previous_key_hmac = ${fingerprint} and k.previous_key_expires_at > now())`
}

export type KeyUse = { organizationId: number; id: number; address: string; endpoint: string }

/** Skips locked rows, so it never waits. Of several servers, one writes per minute. */
export async function markKeysUsed(sql: Sql, keys: readonly KeyUse[]): Promise<void> {
  for (const organizationId of new Set(keys.map((key) => key.organizationId))) {
    const used = keys.filter((key) => key.organizationId === organizationId)
    const ids = used.map(({ id }) => id)
    await sql`
      update api_keys k set last_used_at = now(), last_used_address = u.address, last_used_endpoint = u.endpoint
      from unnest(${ids}::integer[], ${used.map(({ address }) => address)}::text[],
        ${used.map(({ endpoint }) => endpoint)}::text[]) u (id, address, endpoint)
      where k.organization_id = ${organizationId} and k.id = u.id and k.id in (
        select id from api_keys
        where organization_id = ${organizationId} and id = any(${ids}::integer[])
          and (last_used_at is null or last_used_at < now() - interval '1 minute')
        for no key update skip locked)`
  }
}

export type KeyOwner = { id: number; time_zone: string; now_ms: number }

/** @throws AppError `not_found` if the organization is missing or deleted. */
export async function findKeyOwner(sql: Sql, organizationId: number): Promise<KeyOwner> {
  const [row] = await sql<KeyOwner[]>`
    select id, time_zone, (extract(epoch from now()) * 1000)::bigint as now_ms
    from organizations where id = ${organizationId} and deleted_at is null`
  if (row === undefined) throw notFound('organization')
  return row
}

export type NewApiKey = {
  name: string
  role: KeyRole
  keyHmac: Uint8Array
  seal: (id: number) => Uint8Array
  active?: boolean
  expiresAt?: Date | null
  permissions?: Rights | null | undefined
  mailing_list_ids?: readonly number[] | null | undefined
}

export async function insertApiKey(sql: Sql, organizationId: number, key: NewApiKey): Promise<number> {
  const id = await nextId(sql, 'api_keys')
  await sql`
    insert into api_keys (organization_id, id, name, role, active, expires_at, permissions, mailing_list_ids, key_hmac, key_sealed)
    values (${organizationId}, ${id}, ${key.name}, ${key.role}, ${key.active ?? true}, ${key.expiresAt ?? null},
      ${jsonOrNull(sql, key.permissions)}, ${listsOrNull(key.mailing_list_ids)}::integer[],
      ${key.keyHmac}, ${key.seal(id)})`
  return id
}

/** Transactions that create keys wait for each other. */
export async function lockAndCountKeys(sql: Transaction, organizationId: number): Promise<number> {
  await sql`select 1 from organizations where id = ${organizationId} for no key update`
  const [row] = await sql<{ count: number }[]>`
    select count(*) from api_keys where organization_id = ${organizationId}`
  return row?.count ?? 0
}

/** Of several servers that start at once, one creates the first key. */
export async function lockSystemKeys(sql: Transaction): Promise<void> {
  await sql`select 1 from organizations where id = ${systemOrganizationId} for no key update`
}

export async function hasSystemKey(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from api_keys
      where organization_id = ${systemOrganizationId} and role = 'system_admin' and active
        and (expires_at is null or expires_at > now())) as found`
  return row?.found === true
}

export type ApiKeyRow = {
  id: number
  name: string
  name_key: string
  role: KeyRole
  active: boolean
  key_sealed: Uint8Array
  created_at: Date
  last_used_at: Date | null
  last_used_address: string | null
  last_used_endpoint: string | null
  expires_at: Date | null
  permissions: Rights | null
  mailing_list_ids: number[] | null
  previous_key_expires_at: Date | null
}

export type KeyFilter = {
  seesSystemKeys: boolean
  name?: string | undefined
  nameContains?: string | undefined
}

/** `start`: after a row in the order of the list, or after a number of rows. */
export type KeyPage = {
  order: KeyOrder
  start: { afterId: number; afterName?: string } | { offset: number }
  limit: number
}

export async function findApiKeys(
  sql: Sql,
  organizationId: number,
  filter: KeyFilter,
  { order, start, limit }: KeyPage,
): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`
    select ${columns(sql)} from api_keys k
    where ${matching(sql, organizationId, filter)} ${'afterId' in start ? behind(sql, order, start) : sql``}
    order by ${order === 'name' ? sql`k.name_key, k.id` : sql`k.id`}
    limit ${limit} ${'offset' in start ? sql`offset ${start.offset}` : sql``}`
}

export async function countApiKeys(sql: Sql, organizationId: number, filter: KeyFilter): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from api_keys k where ${matching(sql, organizationId, filter)}`
  return counted?.count ?? 0
}

export async function findApiKey(
  sql: Sql,
  organizationId: number,
  id: number,
  { seesSystemKeys }: Pick<KeyFilter, 'seesSystemKeys'>,
): Promise<ApiKeyRow> {
  const [row] = await sql<ApiKeyRow[]>`
    select ${columns(sql)} from api_keys k
    where ${matching(sql, organizationId, { seesSystemKeys })} and k.id = ${id}`
  if (row === undefined) throw notFound('API key')
  return row
}

/** In the System Organization, key changes run one at a time: two must not remove the last two system_admin keys. */
export async function lockApiKey(
  sql: Transaction,
  organizationId: number,
  id: number,
  { seesSystemKeys }: Pick<KeyFilter, 'seesSystemKeys'>,
): Promise<ApiKeyRow> {
  if (organizationId === systemOrganizationId) await lockSystemKeys(sql)
  const [row] = await sql<ApiKeyRow[]>`
    select ${columns(sql)} from api_keys k
    where ${matching(sql, organizationId, { seesSystemKeys })} and k.id = ${id}
    for update`
  if (row === undefined) throw notFound('API key')
  return row
}

/** Whether a system_admin key other than `id` is active and never expires. Requires a lock, see `lockApiKey`. */
export async function hasOtherSystemKey(sql: Transaction, id: number): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from api_keys
      where organization_id = ${systemOrganizationId} and role = 'system_admin' and active and expires_at is null
        and id <> ${id}) as found`
  return row?.found === true
}

export type KeyAttributes = {
  name: string
  role: KeyRole
  active: boolean
  expires_at: Date | null
  permissions: Rights | null
  mailing_list_ids: readonly number[] | null
}

export async function updateApiKey(
  sql: Transaction,
  organizationId: number,
  id: number,
  key: KeyAttributes,
): Promise<void> {
  await sql`
    update api_keys set name = ${key.name}, role = ${key.role}, active = ${key.active},
      expires_at = ${key.expires_at}, permissions = ${jsonOrNull(sql, key.permissions)},
      mailing_list_ids = ${listsOrNull(key.mailing_list_ids)}::integer[]
    where organization_id = ${organizationId} and id = ${id}`
}

export async function deleteApiKey(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`delete from api_keys where organization_id = ${organizationId} and id = ${id}`
}

export type NewKeyValue = { keyHmac: Uint8Array; keySealed: Uint8Array; overlapSeconds: number }

/** The old value works until the overlap ends; the value before it stops working. */
export async function rotateApiKey(
  sql: Transaction,
  organizationId: number,
  id: number,
  { keyHmac, keySealed, overlapSeconds }: NewKeyValue,
): Promise<void> {
  await sql`
    update api_keys set key_hmac = ${keyHmac}, key_sealed = ${keySealed},
      previous_key_hmac = case when ${overlapSeconds}::integer > 0 then key_hmac end,
      previous_key_expires_at = now() + nullif(${overlapSeconds}::integer, 0) * interval '1 second'
    where organization_id = ${organizationId} and id = ${id}`
}

const jsonOrNull = (sql: Sql, rights: Rights | null | undefined) => (rights == null ? null : sql.json(rights))
const listsOrNull = (ids: readonly number[] | null | undefined) => (ids == null ? null : [...ids])

function columns(sql: Sql) {
  return sql`k.id, k.name, k.name_key, k.role, k.active, k.key_sealed, k.created_at, k.last_used_at, k.last_used_address,
    k.last_used_endpoint, k.expires_at, k.permissions, to_jsonb(k.mailing_list_ids) as mailing_list_ids,
    case when k.previous_key_expires_at > now() then k.previous_key_expires_at end as previous_key_expires_at`
}

/** Use only plain comparisons here, so that the index is used: see migrations/003-access.sql. */
function matching(sql: Sql, organizationId: number, filter: KeyFilter) {
  const { seesSystemKeys, name, nameContains } = filter
  return sql`k.organization_id = ${organizationId}
    ${seesSystemKeys ? sql`` : sql`and k.role <> 'system_admin'`}
    ${name === undefined ? sql`` : sql`and k.name_key = lower(${name}::text)`}
    ${nameContains === undefined ? sql`` : sql`and strpos(k.name_key, lower(${nameContains}::text)) > 0`}`
}

function behind(sql: Sql, order: KeyOrder, { afterId, afterName }: { afterId: number; afterName?: string }) {
  return order === 'name'
    ? sql`and (k.name_key, k.id) > (${afterName ?? ''}::text, ${afterId}::integer)`
    : sql`and k.id > ${afterId}::integer`
}
