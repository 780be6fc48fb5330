import {
  addKey,
  changeKey,
  findKey,
  findKeys,
  removeKey,
  rotateKey,
  type FoundKey,
} from '../actions/api-keys/changes.ts'
import { revokeKey } from '../actions/api-keys/revoke.ts'
import { formatCredential } from '../contract/api/credential.ts'
import {
  createApiKey,
  createOrganizationApiKey,
  deleteApiKey,
  deleteOrganizationApiKey,
  listApiKeys,
  listOrganizationApiKeys,
  rotateApiKey,
  revokeApiKey,
  rotateOrganizationApiKey,
  showApiKey,
  showOrganizationApiKey,
  updateApiKey,
  updateOrganizationApiKey,
  type ApiKey,
  type KeyListQuery,
} from '../contract/api-keys.ts'
import { formatInstant } from '../contract/times/zones.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { Router } from './route/bind.ts'
import { smallId } from './route/call.ts'
import type { PageTokens } from './route/page-token.ts'
import { namedPlace, ownPlace, type Place } from './route/place.ts'

export type ApiKeyDependencies = {
  secrets: Secrets
  pageTokens: PageTokens
  /** Whether answers other than those of a create and a rotation contain the key itself. */
  revealApiKeys: 'once' | 'always'
  /** Per organization. Default: 100. */
  keysMax?: number | undefined
}

const keysMaxDefault = 100

export function apiKeyRoutes(route: Router, deps: ApiKeyDependencies): void {
  ownRoutes(route, deps)
  organizationRoutes(route, deps)
}

function ownRoutes(route: Router, deps: ApiKeyDependencies): void {
  const { secrets, keysMax = keysMaxDefault } = deps
  const present = (found: FoundKey) => ({ data: presentApiKey(found, deps) })
  route(revokeApiKey, async (call) => {
    const everywhere = call.caller.role === 'system_admin' ? call.everywhere() : null
    return present(await revokeKey({ within: call.within, everywhere, secrets }, call, call.fields))
  })
  route(listApiKeys, (call) => list(ownPlace(call), call.query, deps))
  route(createApiKey, async (call) =>
    present(await addKey(...ownPlace(call), { secrets, keysMax }, call.fields)),
  )
  route(showApiKey, async (call) => present(await findKey(...ownPlace(call), idOf(call))))
  route(updateApiKey, async (call) => present(await changeKey(...ownPlace(call), idOf(call), call.fields)))
  route(deleteApiKey, async (call) => {
    await removeKey(...ownPlace(call), idOf(call))
    return { data: null }
  })
  route(rotateApiKey, async (call) =>
    present(await rotateKey(...ownPlace(call), idOf(call), { secrets, fields: call.fields })),
  )
}

function organizationRoutes(route: Router, deps: ApiKeyDependencies): void {
  const { secrets, keysMax = keysMaxDefault } = deps
  const present = (found: FoundKey) => ({ data: presentApiKey(found, deps) })
  route(listOrganizationApiKeys, (call) => list(namedPlace(call), call.query, deps))
  route(createOrganizationApiKey, async (call) =>
    present(await addKey(...namedPlace(call), { secrets, keysMax }, call.fields)),
  )
  route(showOrganizationApiKey, async (call) => present(await findKey(...namedPlace(call), idOf(call))))
  route(updateOrganizationApiKey, async (call) =>
    present(await changeKey(...namedPlace(call), idOf(call), call.fields)),
  )
  route(deleteOrganizationApiKey, async (call) => {
    await removeKey(...namedPlace(call), idOf(call))
    return { data: null }
  })
  route(rotateOrganizationApiKey, async (call) =>
    present(await rotateKey(...namedPlace(call), idOf(call), { secrets, fields: call.fields })),
  )
}

const idOf = ({ params }: { params: { id: number } }) => smallId(params.id, 'API key')

async function list([sql, actor]: Place, query: KeyListQuery, deps: ApiKeyDependencies) {
  const { name, name_contains: nameContains, order_by: order } = query
  const filter = { name, nameContains }
  const scope = [actor.organizationId, 'api_keys', order, name ?? null, nameContains ?? null]
  const page = deps.pageTokens.readPage(query, scope)
  const found = await findKeys(sql, actor, filter, { order, start: page.start, limit: page.perPage + 1 })
  const nameOf = order === 'name' ? ({ name_key }: { name_key: string }) => name_key : undefined
  const { rows, paging } = deps.pageTokens.answerPage(page, found.rows, found.count, nameOf)
  return { data: rows.map((row) => presentApiKey({ row, owner: found.owner }, deps)), paging }
}

/** A new key is always in the answer, whatever `revealApiKeys` is. */
function presentApiKey({ row, owner, key: made }: FoundKey, deps: ApiKeyDependencies): ApiKey {
  const { secrets, revealApiKeys } = deps
  const key = made ?? (revealApiKeys === 'always' ? open(secrets, owner.id, row) : null)
  const format = (time: Date) => formatInstant(time.getTime(), owner.time_zone)
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    active: row.active,
    api_key: key === null ? null : formatCredential({ organizationId: owner.id, key }),
    created_at: format(row.created_at),
    last_used_at: row.last_used_at && format(row.last_used_at),
    last_used_address: row.last_used_address,
    last_used_endpoint: row.last_used_endpoint,
    permissions: row.permissions,
    mailing_list_ids: row.mailing_list_ids,
    expires_at: row.expires_at && format(row.expires_at),
    previous_key_expires_at: row.previous_key_expires_at && format(row.previous_key_expires_at),
  }
}

/** null for a key sealed with another SECRET_KEY, so that a list can still contain the other keys. */
function open(secrets: Secrets, organizationId: number, { id, key_sealed }: FoundKey['row']): string | null {
  try {
    return secrets.unseal(key_sealed, { table: 'api_keys', organizationId, id })
  } catch {
    return null
  }
}
