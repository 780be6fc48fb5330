import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { forbidden, invalid } from '../../contract/api/errors.ts'
import type { apiKeyInput, ApiKeyChanges, ApiKeyRotation } from '../../contract/api-keys.ts'
import { parseDateTime } from '../../contract/times/instants.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import {
  countApiKeys,
  deleteApiKey,
  findApiKey,
  findApiKeys,
  findKeyOwner,
  hasOtherSystemKey,
  insertApiKey,
  lockAndCountKeys,
  lockApiKey,
  rotateApiKey,
  updateApiKey,
  type ApiKeyRow,
  type KeyAttributes,
  type KeyFilter,
  type KeyOwner,
  type KeyPage,
} from '../../store/api-keys/rows.ts'
import { requireLists } from '../../store/lists/named.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import type { OrganizationActor } from '../actor.ts'
import { noteHolder } from '../../store/plans/rules.ts'
import { personOf } from '../plans/person.ts'

/** `key`: the value of the key, if the action created or rotated it. */
export type FoundKey = { row: ApiKeyRow; owner: KeyZone; key?: string }
export type KeyZone = Pick<KeyOwner, 'id' | 'time_zone'>

export async function findKeys(
  sql: Sql,
  actor: OrganizationActor,
  filter: Omit<KeyFilter, 'seesSystemKeys'>,
  page: KeyPage,
): Promise<{ owner: KeyZone; rows: ApiKeyRow[]; count: number }> {
  const owner = await findOwner(sql, actor)
  const visible = { ...filter, ...sightOf(actor) }
  const [rows, count] = await Promise.all([
    findApiKeys(sql, owner.id, visible, page),
    countApiKeys(sql, owner.id, visible),
  ])
  return { owner, rows, count }
}

export async function findKey(sql: Sql, actor: OrganizationActor, id: number): Promise<FoundKey> {
  const owner = await findOwner(sql, actor)
  return { row: await findApiKey(sql, owner.id, id, sightOf(actor)), owner }
}

export function addKey(
  sql: Scoped,
  actor: OrganizationActor,
  { secrets, keysMax }: { secrets: Secrets; keysMax: number },
  fields: () => z.output<typeof apiKeyInput>,
): Promise<FoundKey> {
  return sql.begin(async (sql) => {
    const owner = await findKeyOwner(sql, actor.organizationId)
    const { expires_at, ...given } = fields()
    await keepKeysMax(sql, owner.id, keysMax)
    const expiresAt = checkRoleAndExpiry(actor, owner, { role: given.role, expires_at }) ?? null
    await checkScopes(sql, owner, given)
    const { key, keyHmac, seal } = newKey(secrets, owner)
    const id = await insertApiKey(sql, owner.id, { ...given, expiresAt, keyHmac, seal })
    await noteHolder(sql, owner.id, id, await personOf(sql, actor.caller))
    const details = { ...given, ...(expiresAt === null ? {} : { expires_at: expiresAt }) }
    await log(sql, actor, 'api_key.created', { id, details })
    return { row: await findApiKey(sql, owner.id, id, sightOf(actor)), owner, key }
  })
}

async function keepKeysMax(sql: Transaction, organizationId: number, keysMax: number): Promise<void> {
  if ((await lockAndCountKeys(sql, organizationId)) < keysMax) return
  throw invalid(
    `an organization can have at most ${keysMax} API keys on this server: delete one that is not needed any more`,
  )
}

export function changeKey(
  sql: Scoped,
  actor: OrganizationActor,
  id: number,
  fields: () => ApiKeyChanges,
): Promise<FoundKey> {
  return sql.begin(async (sql) => {
    const owner = await findKeyOwner(sql, actor.organizationId)
    const row = await lockApiKey(sql, owner.id, id, sightOf(actor))
    const given = fields()
    const { name = row.name, role = row.role, active = row.active } = given
    const { permissions = row.permissions, mailing_list_ids = row.mailing_list_ids } = given
    const { expires_at = row.expires_at } = { expires_at: checkRoleAndExpiry(actor, owner, given) }
    const after: KeyAttributes = { name, role, active, expires_at, permissions, mailing_list_ids }
    const changes = changesOf(row, after)
    if (Object.keys(changes).length === 0) return { row, owner }
    await checkScopes(sql, owner, after)
    await keepSystemKey(sql, owner, row, after)
    await updateApiKey(sql, owner.id, id, after)
    await log(sql, actor, 'api_key.updated', { id, details: { changes } })
    return { row: await findApiKey(sql, owner.id, id, sightOf(actor)), owner }
  })
}

export function removeKey(sql: Scoped, actor: OrganizationActor, id: number): Promise<void> {
  return sql.begin(async (sql) => {
    const owner = await findKeyOwner(sql, actor.organizationId)
    const row = await lockApiKey(sql, owner.id, id, sightOf(actor))
    await keepSystemKey(sql, owner, row, null)
    await deleteApiKey(sql, owner.id, id)
    await log(sql, actor, 'api_key.deleted', { id, details: { name: row.name, role: row.role } })
  })
}

export function rotateKey(
  sql: Scoped,
  actor: OrganizationActor,
  id: number,
  { secrets, fields }: { secrets: Secrets; fields: () => ApiKeyRotation },
): Promise<FoundKey> {
  return sql.begin(async (sql) => {
    const owner = await findKeyOwner(sql, actor.organizationId)
    await lockApiKey(sql, owner.id, id, sightOf(actor))
    const { overlap_seconds } = fields()
    const { key, keyHmac, seal } = newKey(secrets, owner)
    const value = { keyHmac, keySealed: seal(id), overlapSeconds: overlap_seconds }
    await rotateApiKey(sql, owner.id, id, value)
    await noteHolder(sql, owner.id, id, await personOf(sql, actor.caller))
    await log(sql, actor, 'api_key.rotated', { id, details: { overlap_seconds } })
    return { row: await findApiKey(sql, owner.id, id, sightOf(actor)), owner, key }
  })
}

type KeyScopes = Partial<Pick<KeyAttributes, 'role' | 'permissions' | 'mailing_list_ids'>>

async function checkScopes(
  sql: Sql,
  owner: KeyOwner,
  given: { [Name in keyof KeyScopes]: KeyScopes[Name] | undefined },
) {
  const { role, permissions = null, mailing_list_ids: ids = null } = given
  if (role === 'system_admin' && (permissions !== null || ids !== null)) {
    throw invalid('a system_admin key cannot have permissions or mailing_list_ids')
  }
  await requireLists(sql, owner.id, ids)
}

function newKey(secrets: Secrets, { id: organizationId }: KeyOwner) {
  const key = randomBytes(20).toString('hex')
  const seal = (id: number) => secrets.seal(key, { table: 'api_keys', organizationId, id })
  return { key, keyHmac: secrets.fingerprint(key), seal }
}

function sightOf({ caller }: OrganizationActor) {
  return { seesSystemKeys: caller.role === 'system_admin' }
}

async function findOwner(sql: Sql, { organizationId, caller }: OrganizationActor): Promise<KeyZone> {
  return organizationId === caller.organization_id
    ? { id: organizationId, time_zone: caller.time_zone }
    : findKeyOwner(sql, organizationId)
}

/** Checks the role before the values (specification, section 4.2). @returns undefined if no expiry is given. */
function checkRoleAndExpiry(
  { caller }: OrganizationActor,
  owner: KeyOwner,
  { role, expires_at }: Pick<ApiKeyChanges, 'role' | 'expires_at'>,
): Date | null | undefined {
  if (role === 'system_admin' && caller.role !== 'system_admin') {
    throw forbidden('only a key with the role system_admin can give this role')
  }
  const expiry = readExpiry(expires_at, owner)
  const problems = [
    ...(role === 'system_admin' && owner.id !== systemOrganizationId
      ? ['role system_admin exists on the System Organization only']
      : []),
    ...('problem' in expiry ? [expiry.problem] : []),
  ]
  if ('problem' in expiry || problems.length > 0) throw invalid(problems.join(', '))
  return expiry.at
}

/** @returns null for never, undefined if not given, a string for a problem. */
function readExpiry(
  given: string | null | undefined,
  { time_zone: zone, now_ms }: KeyOwner,
): { at: Date | null | undefined } | { problem: string } {
  if (given == null || given.trim() === '') return { at: given === undefined ? undefined : null }
  const ms = parseDateTime(given.trim(), { dateFormat: 'mdy', zone })
  if (ms === null) return { problem: 'expires_at is not a valid date-time' }
  return ms > now_ms ? { at: new Date(ms) } : { problem: 'expires_at must be in the future' }
}

function changesOf(before: ApiKeyRow, after: KeyAttributes): Record<string, { from: unknown; to: unknown }> {
  const names = ['name', 'role', 'active', 'expires_at', 'permissions', 'mailing_list_ids'] as const
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  )
}

/** An installation cannot be administered without a system_admin key: one active key without an expiry must remain. */
async function keepSystemKey(
  sql: Transaction,
  owner: KeyOwner,
  before: ApiKeyRow,
  after: KeyAttributes | null,
): Promise<void> {
  const isExpired = before.expires_at !== null && before.expires_at.getTime() <= owner.now_ms
  if (before.role !== 'system_admin' || !before.active || isExpired) return
  if (after?.role === 'system_admin' && after.active && after.expires_at === null) return
  const changed =
    after === null ? [] : Object.keys(changesOf(before, after)).filter((name) => name !== 'name')
  if (after !== null && changed.length === 0) return
  if (await hasOtherSystemKey(sql, before.id)) return
  const refused = after === null ? 'api_key cannot be deleted' : `${changed.join(' and ')} cannot be changed`
  throw invalid(`${refused} while no other active system_admin key without an expiry exists`)
}

function log(
  sql: Transaction,
  { audit, organizationId }: OrganizationActor,
  kind: string,
  { id, details }: { id: number; details: Record<string, unknown> },
): Promise<void> {
  return audit(sql, { kind, subject_type: 'ApiKey', subject_id: id, details }, organizationId)
}
