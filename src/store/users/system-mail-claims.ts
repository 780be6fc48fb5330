import { randomInt } from 'node:crypto'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import type { LinkKind } from './tokens.ts'
import { takeReady, type Outbox } from '../server/outbox.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'

export type ClaimedMail = {
  organization_id: number
  organization_name: string
  id: number
  user_id: number | null
  link_kind: LinkKind | null
  /** Of a mail to a reader, not to a user. */
  address_change_id: number | null
  is_new_address: boolean | null
  to_email: string
  subject: string
  text: string
  created_at: Date
  /** Claims, including this one: fences out earlier holders. */
  attempts: number
}

const attemptsMax = 10

const systemMails: Outbox = {
  table: 'system_mails',
  isReady: (sql) => sql`r.sent_at is null and r.given_up_at is null and r.next_attempt_at <= now()
    and (r.leased_until is null or r.leased_until < now())`,
  order: (sql) => sql`r.next_attempt_at, r.id`,
  leaseSeconds: 900,
}

/** Of a look, which several workers take from. */
const partsMax = 5

/** Across organizations, in a transaction of its own. */
export async function claimSystemMails(sql: Sql, limit: number): Promise<ClaimedMail[]> {
  const due = await sql<DueMail[]>`
    select organization_id, id from system_mails r
    where ${systemMails.isReady(sql)} and ${mayBeSent(sql)}
    order by next_attempt_at limit ${Math.max(limit * partsMax, candidatesMax)}`
  const parts = due.flatMap((_, at) => (at % limit === 0 ? [due.slice(at, at + limit)] : []))
  // Several workers that look at once begin with different parts: each would find the first one locked by another.
  const first = parts.length > 1 ? randomInt(parts.length) : 0
  const mails = await firstTaken([...parts.slice(first), ...parts.slice(0, first)], (part) =>
    takeMails(sql, part),
  )
  return (mails ?? []).toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

type DueMail = { organization_id: number; id: number }

/** The statements of all organizations leave together: one answer instead of as many as there are organizations. */
async function takeMails(sql: Sql, due: readonly DueMail[]): Promise<ClaimedMail[] | null> {
  const taken = await Promise.all(
    [...new Set(due.map((mail) => mail.organization_id))].map((organizationId) => {
      const ids = due.filter((mail) => mail.organization_id === organizationId).map(({ id }) => id)
      return takeReady<ClaimedMail>(sql, systemMails, {
        organizationId,
        of: sql`r.id = any(${ids}::bigint[])`,
        set: sql`attempts = r.attempts + 1`,
        limit: ids.length,
        returning: sql`r.organization_id, r.id, r.user_id, r.link_kind, r.address_change_id, r.is_new_address, r.to_email,
          r.subject, r.text, r.created_at, r.attempts, (
            select o.name from organizations o where o.id = ${organizationId}) as organization_name`,
      })
    }),
  )
  const mails = taken.flat()
  return mails.length === 0 ? null : mails
}

/** Of mails `r`. */
function mayBeSent(sql: Sql) {
  return sql`exists (select from organizations o where o.id = r.organization_id and o.deleted_at is null)`
}

/** See `Due`. */
export function dueSystemMails(sql: Sql): Fragment {
  return sql`
    select extract(epoch from min(greatest(r.next_attempt_at, r.leased_until)) - now())::float8 as seconds
    from system_mails r where r.sent_at is null and r.given_up_at is null and ${mayBeSent(sql)}`
}

type Held = Pick<ClaimedMail, 'organization_id' | 'id' | 'attempts'>

export async function markSystemMailSent(sql: Sql, { organization_id, id, attempts }: Held): Promise<void> {
  await sql`
    update system_mails set sent_at = now(), leased_until = null, last_error = null
    where organization_id = ${organization_id} and id = ${id} and attempts = ${attempts}`
}

/** Tries again after a minute, then after three times as long each time, six hours at most: ten attempts in a day. */
export async function markSystemMailFailed(
  sql: Sql,
  { organization_id, id, attempts }: Held,
  { error, isFinal }: { error: string; isFinal: boolean },
): Promise<boolean> {
  const isOver = isFinal || attempts >= attemptsMax
  await sql`
    update system_mails set leased_until = null, last_error = ${error},
      given_up_at = ${isOver ? sql`now()` : null},
      next_attempt_at = now() + least(interval '1 minute' * 3 ^ (${attempts}::integer - 1), interval '6 hours')
    where organization_id = ${organization_id} and id = ${id} and attempts = ${attempts}`
  return isOver
}
