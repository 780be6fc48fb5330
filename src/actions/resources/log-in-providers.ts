import { forbidden, invalid } from '../../contract/api/errors.ts'
import type { LogInProviderChanges, LogInProviderInput } from '../../contract/resources/log-in-providers.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { mayBePlain, ProviderRefused } from '../../outbound/openid/provider.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import {
  findStoredProvider,
  logInProviders,
  type LogInProviderRow,
} from '../../store/resources/log-in-providers.ts'
import {
  deleteResource,
  findResource,
  insertResource,
  updateResource,
  type Resource,
} from '../../store/resources/rows.ts'
import { findHolder } from '../../store/resources/sender-domains.ts'
import { deleteIdentities, deleteProviderSessions } from '../../store/users/identities.ts'
import { requireLists } from '../../store/lists/named.ts'
import { lockRole } from '../../store/users/roles.ts'
import type { SingleSignOn } from '../users/single-sign-on/parts.ts'
import { requireEmergencyLogIn } from '../users/single-sign-on/required.ts'
import { logResource, type ResourceActor } from './changes.ts'

type Providers = Resource<LogInProviderInput, LogInProviderChanges, LogInProviderRow>

export function providersOf({ seal }: Pick<Secrets, 'seal'>): Providers {
  return logInProviders(seal)
}

type Place = { sql: Scoped; everywhere: () => Scoped }

/** A provider of the server is known to users of all organizations; that of another one to its own. */
function scopeOf({ sql, everywhere }: Place, { organizationId }: ResourceActor): Scoped {
  return organizationId === systemOrganizationId ? everywhere() : sql
}

export function addProvider(
  place: Place,
  actor: ResourceActor,
  parts: SingleSignOn,
  fields: () => LogInProviderInput,
): Promise<LogInProviderRow> {
  return scopeOf(place, actor).begin(async (sql) => {
    const resource = providersOf(parts.secrets)
    const input = fieldsOf(actor, fields)
    requireOwner(actor)
    const row = await insertResource(sql, actor.organizationId, resource, input)
    await check(sql, actor, parts, row)
    await logResource(sql, actor, 'log_in_provider.created', { id: row.id })
    return row
  })
}

/** Subjects belong to an issuer: with another one nobody is known. What is switched off ends its sessions. */
export async function changeProvider(
  place: Place,
  actor: ResourceActor,
  parts: SingleSignOn,
  { id, fields }: { id: number | string; fields: () => LogInProviderChanges },
): Promise<LogInProviderRow> {
  const { organizationId } = actor
  const { row, isOther } = await scopeOf(place, actor).begin(async (sql) => {
    const resource = providersOf(parts.secrets)
    const before = await findResource(sql, organizationId, resource, id)
    requireOwner(actor)
    const changes = fieldsOf(actor, fields)
    const row = await updateResource(sql, organizationId, resource, { row: before, changes })
    await check(sql, actor, parts, row)
    const isOther = row.issuer !== before.issuer
    if (isOther) await deleteIdentities(sql, refOf(organizationId, row))
    await logResource(sql, actor, 'log_in_provider.updated', { id: row.id })
    return { row, isOther }
  })
  if (isOther || !row.active) await endSessions(place, organizationId, row)
  return row
}

export async function removeProvider(
  place: Place,
  actor: ResourceActor,
  parts: SingleSignOn,
  id: number | string,
): Promise<void> {
  const { organizationId } = actor
  const row = await scopeOf(place, actor).begin(async (sql) => {
    const resource = providersOf(parts.secrets)
    const row = await findResource(sql, organizationId, resource, id)
    requireOwner(actor)
    await deleteIdentities(sql, refOf(organizationId, row))
    await deleteResource(sql, organizationId, resource, row)
    await logResource(sql, actor, 'log_in_provider.deleted', { id: row.id })
    return row
  })
  await endSessions(place, organizationId, row)
}

export type ProviderTest = { works: boolean; problem: string | null; offers_log_out: boolean }

/** @throws AppError `not_found` */
export async function testProvider(
  sql: Scoped,
  organizationId: number,
  parts: SingleSignOn,
  id: number,
): Promise<ProviderTest> {
  const resource = providersOf(parts.secrets)
  await findResource(sql, organizationId, resource, id)
  const stored = await findStoredProvider(sql, organizationId, id, { isActive: false })
  if (stored === null) throw invalid('the organization is not active')
  try {
    const { endsSessions } = await parts.know(stored, true)
    return { works: true, problem: null, offers_log_out: endsSessions }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    return { works: false, problem: error.message, offers_log_out: false }
  }
}

/** Who names the provider of the System Organization can become any of its users: also a system administrator. */
function requireOwner({ organizationId, caller }: ResourceActor): void {
  if (organizationId === systemOrganizationId && caller.role !== 'system_admin') {
    throw forbidden('only a system_admin can change the providers of the System Organization')
  }
}

function fieldsOf<Fields extends LogInProviderChanges>(
  { organizationId }: ResourceActor,
  fields: () => Fields,
): Fields {
  const given = fields()
  if (given.for_all_organizations === true && organizationId !== systemOrganizationId) {
    throw invalid('for_all_organizations is for providers of the System Organization')
  }
  return given
}

async function check(
  sql: Sql,
  { organizationId }: ResourceActor,
  { rules }: SingleSignOn,
  row: LogInProviderRow,
): Promise<void> {
  const issuer = new URL(row.issuer)
  if (issuer.protocol === 'http:' && !mayBePlain(issuer, rules)) {
    throw invalid(
      'issuer must begin with https://; the administrator of the server can name others in WEBHOOK_ALLOW',
    )
  }
  for (const domain of row.email_domains) {
    if ((await findHolder(sql, organizationId, domain)) === 'own') continue
    throw invalid(
      `email_domains has ${domain}, which the organization has not proven: prove it as a sender domain first`,
    )
  }
  for (const id of [row.role_id, ...row.group_rights.map(({ role_id: one }) => one)]) {
    if (id != null && !(await lockRole(sql, organizationId, id))) {
      throw invalid(`role_id ${id} is no role of the organization`)
    }
  }
  await requireLists(
    sql,
    organizationId,
    row.group_rights.flatMap(({ mailing_list_ids: ids }) => ids ?? []),
  )
  if (row.required) await requireEmergencyLogIn(sql, organizationId)
}

function refOf(organizationId: number, { id }: LogInProviderRow) {
  return { organization_id: organizationId, id }
}

/** Also of people who have switched to another organization. */
async function endSessions(
  { everywhere }: Place,
  organizationId: number,
  row: LogInProviderRow,
): Promise<void> {
  const all = { subject: null, session: null }
  await everywhere().begin((sql) => deleteProviderSessions(sql, refOf(organizationId, row), all))
}
