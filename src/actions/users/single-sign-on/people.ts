import type { LogInProblem } from '../../../contract/users/single-sign-on.ts'
import { shownName } from '../../../contract/users/shown-name.ts'
import { isStorable } from '../../../contract/values/text.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import type { Claims } from '../../../outbound/openid/provider.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import type { StoredProvider } from '../../../store/resources/log-in-providers.ts'
import { findHolder } from '../../../store/resources/sender-domains.ts'
import {
  findByAddress,
  findLinked,
  insertIdentity,
  lockPerson,
  type Person,
} from '../../../store/users/identities.ts'
import { findGroupedPeople } from '../../../store/scim/groups.ts'
import { emailKey, insertUser } from '../../../store/users/rows.ts'
import { logInAddress } from '../../../contract/users/input.ts'
import { domainOf } from './begin.ts'
import { applyRights, groupsIn, rightsOf } from './rights.ts'

/** The provider has told who somebody is, but they cannot log in. */
export class LogInEnded extends Error {
  readonly problem: LogInProblem

  constructor(problem: LogInProblem) {
    super(problem)
    this.name = 'LogInEnded'
    this.problem = problem
  }
}

type Said = { claims: Claims; requestId: string }

/**
 * The user whom the provider means. Who comes for the first time is linked to the user with their address, or gets one; both
 * need an address that the provider has verified, at a domain that its organization has proven. @throws LogInEnded
 */
export async function findOrMake(sql: Transaction, stored: StoredProvider, said: Said): Promise<Person> {
  const { claims } = said
  if (claims.sub.length > 300 || !isStorable(claims.sub)) throw new LogInEnded('invalid')
  const [linked] = await findLinked(sql, stored, claims.sub)
  if (linked !== undefined) return admitted(sql, stored, linked, said)
  const address = await provenAddress(sql, stored, claims)
  const [known] = await findByAddress(sql, stored, emailKey(address))
  if (known === undefined && !stored.creates_users) throw new LogInEnded('no_user')
  const person = known ?? (await make(sql, stored, address, said))
  requireOpen(person)
  await insertIdentity(sql, person, { provider: stored, subject: claims.sub })
  await log(sql, person, said, { kind: 'user.linked', provider: stored.name })
  return admitted(sql, stored, person, said)
}

async function admitted(
  sql: Transaction,
  stored: StoredProvider,
  person: Person,
  said: Said,
): Promise<Person> {
  requireOpen(person)
  if (!(await lockPerson(sql, person))) throw new LogInEnded('inactive')
  // Groups of the server's provider say nothing about other organizations.
  const isOwn = person.organization_id === stored.organization_id
  if (stored.group_rights.length === 0 || !isOwn) return person
  const [kept] = await findGroupedPeople(sql, person.organization_id, [person.id])
  const groups = [...groupsIn(stored, said.claims), ...(kept?.groups ?? [])]
  const changed = await applyRights(sql, person, rightsOf(stored, groups))
  if (changed.length > 0)
    await log(sql, person, said, { kind: 'user.updated', changed, provider: stored.name })
  return person
}

function requireOpen({ may_log_in: mayLogIn, needs_other: needsOther }: Person): void {
  if (!mayLogIn) throw new LogInEnded('inactive')
  if (needsOther) throw new LogInEnded('elsewhere')
}

/** Entra has no `email_verified`, but says by `xms_edov` whether the owner of the domain is verified. */
async function provenAddress(sql: Transaction, stored: StoredProvider, claims: Claims): Promise<string> {
  const parsed = logInAddress.safeParse(claims['email'])
  if (!parsed.success) throw new LogInEnded('no_address')
  const domain = domainOf(parsed.data) ?? ''
  if (!stored.email_domains.includes(domain)) throw new LogInEnded('other_domain')
  const isVerified = ['email_verified', 'xms_edov'].some((name) => isYes(claims[name]))
  if (!isVerified) throw new LogInEnded('not_verified')
  const holder = await findHolder(sql, stored.organization_id, domain)
  if (holder !== 'own') throw new LogInEnded('other_domain')
  return parsed.data
}

function isYes(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1'
}

async function make(sql: Transaction, stored: StoredProvider, email: string, said: Said): Promise<Person> {
  const { organization_id: organizationId } = stored
  const { mailing_list_ids = null, ...rights } = rightsOf(stored, groupsIn(stored, said.claims))
  const user = { full_name: nameOf(said.claims, email), email, active: true, ...rights, mailing_list_ids }
  const id = await insertUser(sql, organizationId, user)
  const person: Person = {
    organization_id: organizationId,
    id,
    ...rights,
    mailing_list_ids,
    may_log_in: true,
    emergency_log_in: false,
    needs_second_factor: false,
    needs_other: false,
  }
  await log(sql, person, said, { kind: 'user.created', role: rights.role, provider: stored.name })
  return person
}

function nameOf({ name, given_name: given, family_name: family }: Claims, email: string): string {
  const parts = [given, family].filter((one) => typeof one === 'string')
  const written = typeof name === 'string' ? name : parts.join(' ')
  return shownName(written, email)
}

function log(
  sql: Transaction,
  person: Person,
  { requestId }: Said,
  { kind, ...details }: { kind: string } & Record<string, unknown>,
): Promise<void> {
  return insertAuditEvent(sql, person.organization_id, {
    kind,
    user_id: person.id,
    actor_organization_id: person.organization_id,
    subject_type: 'User',
    subject_id: person.id,
    request_id: requestId,
    details,
  })
}
