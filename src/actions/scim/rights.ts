import { forbidden } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { findMappingOf } from '../../store/resources/log-in-providers.ts'
import { findGroupedPeople } from '../../store/scim/groups.ts'
import { countAdministrators, lockProvisioning } from '../../store/scim/users.ts'
import type { OrganizationActor } from '../actor.ts'
import { domainOf } from '../users/single-sign-on/begin.ts'
import { applyRights, rightsOf } from '../users/single-sign-on/rights.ts'

type Mapping = NonNullable<Awaited<ReturnType<typeof findMappingOf>>>

/** What somebody may do who is in no group yet, as at their first log-in. */
export async function firstRights(sql: Sql, organizationId: number, email: string) {
  const mapping = await findMappingOf(sql, organizationId, domainOf(email) ?? '')
  const nothing = { role: 'standard', permissions: {}, role_id: null, mailing_list_ids: null } as const
  if (mapping === null) return nothing
  const { mailing_list_ids: ids = null, ...rights } = rightsOf(mapping, [])
  return { ...rights, mailing_list_ids: ids }
}

/** Sets what these people may do by their groups, where the provider of their domain says what groups mean. */
export async function applyGroups(
  sql: Transaction,
  { organizationId, audit }: OrganizationActor,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const mappings = new Map<string, Mapping | null>()
  for (const { groups, email, ...person } of await findGroupedPeople(sql, organizationId, userIds)) {
    const domain = domainOf(email) ?? ''
    const known = mappings.get(domain)
    const mapping = known === undefined ? await findMappingOf(sql, organizationId, domain) : known
    mappings.set(domain, mapping)
    if (mapping === null || mapping.group_rights.length === 0) continue
    const changed = await applyRights(sql, person, rightsOf(mapping, groups))
    if (changed.length === 0) continue
    const event = { kind: 'user.updated', subject_type: 'User', subject_id: person.id }
    await audit(sql, { ...event, details: { changed, by: 'scim' } }, organizationId)
  }
}

/**
 * One change by SCIM. @throws AppError `not_authorized`, 403, if nobody could administer the organization any more
 */
export async function provision<Result>(
  sql: Transaction,
  { organizationId }: OrganizationActor,
  work: () => Promise<Result>,
): Promise<Result> {
  await lockProvisioning(sql, organizationId)
  const before = await countAdministrators(sql, organizationId)
  const result = await work()
  if (before > 0 && (await countAdministrators(sql, organizationId)) === 0) {
    throw forbidden(
      'this would leave the organization without an active administrator: make somebody else one first, or give a user emergency_log_in',
    )
  }
  return result
}
