import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { readExpiry } from '../../contract/api-keys/input.ts'
import type { apiKeyInput, ApiKeyChanges, ApiKeyRotation } from '../../contract/api-keys/input.ts'
import type { KeyRole } from '../../contract/api/endpoint.ts'
import { forbidden, invalid } from '../../contract/api/errors.ts'
import * as store from '../../store/api-keys/changes.ts'
import type { KeyAttributes, KeyOwner } from '../../store/api-keys/changes.ts'
import { findApiKey, insertApiKey } from '../../store/api-keys/rows.ts'
import type { ApiKeyRow } from '../../store/api-keys/rows.ts'
import { systemOrganizationId } from '../../store/organizations/system.ts'
import type { KeyCall } from './routes.ts'
import { presentApiKey } from './present.ts'
import type { KeyPresentation } from './present.ts'

const newKey = () => randomBytes(20).toString('hex')

export function createKey(
  call: KeyCall,
  fields: () => z.output<typeof apiKeyInput>,
  presentation: KeyPresentation,
) {
  const { organizationId, audit } = call
  return call.sql.begin(async (sql) => {
    const owner = await store.findKeyOwner(sql, organizationId)
    const { expires_at, ...given } = fields()
    const expiresAt = judge(call, owner, { role: given.role, expires_at }) ?? null
    const key = newKey()
    const { fingerprint, seal } = presentation.secrets
    const id = await insertApiKey(sql, organizationId, {
      ...given,
      expiresAt,
      keyHmac: fingerprint(key),
      keySealed: seal(key),
    })
    const details = { ...given, ...(expiresAt === null ? {} : { expires_at: expiresAt }) }
    await audit(sql, { kind: 'api_key.created', ...subject(id), details }, organizationId)
    const row = await findApiKey(sql, organizationId, id, call)
    return presentApiKey(row, owner, presentation, key)
  })
}

export function updateKey(
  call: KeyCall,
  id: number,
  fields: () => ApiKeyChanges,
  presentation: KeyPresentation,
) {
  const { organizationId, audit } = call
  return call.sql.begin(async (sql) => {
    const owner = await store.findKeyOwner(sql, organizationId)
    const row = await store.lockApiKey(sql, organizationId, id, call)
    const given = fields()
    const { name = row.name, role = row.role, active = row.active } = given
    const { expires_at = row.expires_at } = { expires_at: judge(call, owner, given) }
    const after: KeyAttributes = { name, role, active, expires_at }
    const changes = changesOf(row, after)
    if (Object.keys(changes).length === 0) return presentApiKey(row, owner, presentation)
    await keepSystemKey(sql, owner, row, after, Object.keys(changes))
    await store.updateApiKey(sql, organizationId, id, after)
    await audit(sql, { kind: 'api_key.updated', ...subject(id), details: { changes } }, organizationId)
    return presentApiKey(await findApiKey(sql, organizationId, id, call), owner, presentation)
  })
}

export function deleteKey(call: KeyCall, id: number): Promise<null> {
  const { organizationId, audit } = call
  return call.sql.begin(async (sql) => {
    const owner = await store.findKeyOwner(sql, organizationId)
    const row = await store.lockApiKey(sql, organizationId, id, call)
    await keepSystemKey(sql, owner, row, null, [])
    await store.deleteApiKey(sql, organizationId, id)
    const details = { name: row.name, role: row.role }
    await audit(sql, { kind: 'api_key.deleted', ...subject(id), details }, organizationId)
    return null
  })
}

export function rotateKey(
  call: KeyCall,
  id: number,
  fields: () => ApiKeyRotation,
  presentation: KeyPresentation,
) {
  const { organizationId, audit } = call
  return call.sql.begin(async (sql) => {
    const owner = await store.findKeyOwner(sql, organizationId)
    await store.lockApiKey(sql, organizationId, id, call)
    const { overlap_seconds } = fields()
    const key = newKey()
    const { fingerprint, seal } = presentation.secrets
    const value = { keyHmac: fingerprint(key), keySealed: seal(key), overlapSeconds: overlap_seconds }
    await store.rotateApiKey(sql, organizationId, id, value)
    const details = { overlap_seconds }
    await audit(sql, { kind: 'api_key.rotated', ...subject(id), details }, organizationId)
    const row = await findApiKey(sql, organizationId, id, call)
    return presentApiKey(row, owner, presentation, key)
  })
}

const subject = (id: number) => ({ subject_type: 'ApiKey', subject_id: id })

type Judged = { role?: KeyRole | undefined; expires_at?: string | null | undefined }

/**
 * The role rule of section 4.2: who may give it is decided before anything is said of the values.
 * @returns when the key expires; undefined where nothing was given.
 * @throws AppError `not_authorized`, 403; `validation_failed`.
 */
function judge(call: KeyCall, owner: KeyOwner, { role, expires_at }: Judged): Date | null | undefined {
  if (role === 'system_admin' && !call.seesSystemKeys) {
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
  return expiry.ms == null ? expiry.ms : new Date(expiry.ms)
}

/** What changes, from what to what. No value of a key is among it. */
function changesOf(before: ApiKeyRow, after: KeyAttributes): Record<string, { from: unknown; to: unknown }> {
  const names = ['name', 'role', 'active', 'expires_at'] as const
  return Object.fromEntries(
    names
      .filter((name) => before[name]?.valueOf() !== after[name]?.valueOf())
      .map((name) => [name, { from: before[name], to: after[name] }]),
  )
}

/**
 * Nobody could mend an installation without a system_admin key: one that is active and does not expire must stay.
 * @param after null: the key is deleted.
 * @throws AppError `validation_failed`.
 */
async function keepSystemKey(
  sql: Parameters<typeof store.requireOtherSystemKey>[0],
  owner: KeyOwner,
  before: ApiKeyRow,
  after: KeyAttributes | null,
  changed: string[],
): Promise<void> {
  const isExpired = before.expires_at !== null && before.expires_at.getTime() <= owner.now_ms
  if (before.role !== 'system_admin' || !before.active || isExpired) return
  if (after?.role === 'system_admin' && after.active && after.expires_at === null) return
  const attributes = changed.filter((name) => name !== 'name')
  if (after !== null && attributes.length === 0) return
  const refused =
    after === null ? 'api_key cannot be deleted' : `${attributes.join(' and ')} cannot be changed`
  await store.requireOtherSystemKey(
    sql,
    before.id,
    `${refused} while no other active system_admin key without an expiry exists`,
  )
}
