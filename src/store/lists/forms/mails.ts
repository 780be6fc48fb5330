import { randomInt } from 'node:crypto'
import { mailsPerDay } from '../../../contract/lists/forms/definition.ts'
import type { SubscriberStatus } from '../../../contract/imports/states.ts'
import type { Language, OwnTexts } from '../../../contract/responses/words.ts'
import { secondsFromNow } from '../../../database/lease.ts'
import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'
import { findBrakeShortage } from '../../accounting/sending-brake.ts'
import { frameJoins, nameAndBrand, ownTexts, type PublicBrand } from '../../responses/frame.ts'
import { isSuppressedOtherwise } from '../../responses/subscriptions.ts'
import { takeReady, type Outbox } from '../../server/outbox.ts'
import { isSuppressed, knownAs, listsFor } from '../../conditions/suppression.ts'
import { isSuppressedBySystem } from '../../conditions/system-suppression.ts'

// As with reactions: a row is claimed (a lease with a number that only its holder knows), marked right before it is
// handed over, and completed, each in a transaction. A marked mail is never sent again.

/** Unlike the lease of reactions it is not renewed: a piece takes less, or counts as uncertain. */
const handOverSeconds = 600

export type MailClaim = { organizationId: number; holder: number }

export type OwedMail = {
  id: number
  formId: number
  email: string
  language: Language
  nonce: Buffer
  tokenHash: Buffer
  expiresAt: Date
  givenAt: Date
  isReminder: boolean
  attempts: number
  /** Of the subscriber with this address; null: there is none. */
  status: SubscriberStatus | null
  isConfirmed: boolean
  /** By anything but the person's own unsubscription. */
  isSuppressed: boolean
  /** They got a mail within a day that says that they are already subscribed. */
  wasTold: boolean
  isOpen: boolean
}

function readyAt(sql: Sql) {
  return sql`greatest(r.mail_due_at, r.leased_until)`
}

const isOwed = (sql: Sql) => sql`r.mail_due_at is not null and not r.handed_over`

const formMails: Outbox = {
  table: 'sign_ups',
  isReady: (sql) => sql`${isOwed(sql)} and ${readyAt(sql)} <= now()`,
  order: (sql) => sql`${readyAt(sql)}, r.id`,
  leaseSeconds: 60,
}

/** Across organizations. Any with a mail that is due, so that no one's flood delays the others. */
export async function findMailPlace(sql: Sql, full: readonly number[] = []): Promise<number | null> {
  const [place] = await sql<{ id: number }[]>`
    select o.id from organizations o
    where ${mayHaveMails(sql, full)} and exists (
      select 1 from sign_ups r where r.organization_id = o.id and ${formMails.isReady(sql)})
    order by random() limit 1`
  return place?.id ?? null
}

/**
 * Of organizations `o`. Each costs one look into the index, however many mails it has. An idle server has none, and
 * finds it out by one look.
 */
function mayHaveMails(sql: Sql, full: readonly number[]) {
  return sql`o.active and o.deleted_at is null and o.id <> all(${[...full]}::integer[])
    and (select exists (select 1 from sign_ups r where ${isOwed(sql)}))`
}

/** See `Due`. @param atMost seconds until organizations that are left out have a turn; null: it does not matter */
export function dueMails(sql: Sql, full: readonly number[], atMost: number | null): Fragment {
  return sql`
    select least(extract(epoch from min(first.ready_at) - now())::float8, ${atMost}::float8) as seconds
    from organizations o
    cross join lateral (
      select ${readyAt(sql)} as ready_at from sign_ups r where r.organization_id = o.id and ${isOwed(sql)}
      order by ${readyAt(sql)} limit 1) first
    where ${mayHaveMails(sql, full)}`
}

/** Locks nothing of the subscribers: what is true of them now decides which mail they get. */
export async function claimMails(
  sql: Transaction,
  organizationId: number,
  limit: number,
): Promise<{ claim: MailClaim; mails: OwedMail[] }> {
  const claim = { organizationId, holder: randomInt(1, 2 ** 48 - 1) }
  const taken = await takeReady<{ id: number }>(sql, formMails, {
    organizationId,
    of: sql`true`,
    set: sql`holder = ${claim.holder}`,
    limit,
    returning: sql`r.id`,
  })
  if (taken.length === 0) return { claim, mails: [] }
  return { claim, mails: await findOwed(sql, organizationId, taken.map(({ id }) => id)) } // oxfmt-ignore
}

async function findOwed(sql: Sql, organizationId: number, ids: readonly number[]): Promise<OwedMail[]> {
  const lists = listsFor(sql, organizationId, sql`u.mailing_list_id`)
  // An unsubscription alone also adds an address to a list, which is no reason not to ask the person.
  const suppressed = sql`case when s.status = 'unsubscribed' then ${isSuppressedOtherwise(sql, organizationId)}
      else ${isSuppressed(sql, organizationId, lists, sql`u.email_key`)}
        or ${isSuppressedBySystem(sql, knownAs(sql, sql`u.email_key`))} end`
  return sql<OwedMail[]>`
    select u.id, u.web_form_id as "formId", u.email, u.language, u.nonce, u.token_hash as "tokenHash",
      u.expires_at as "expiresAt", u.given_at as "givenAt", u.is_reminder as "isReminder", u.attempts, s.status,
      coalesce(s.confirmed or not l.has_confirmed, false) as "isConfirmed", ${suppressed} as "isSuppressed",
      coalesce(u.told_at > now() - interval '1 day', false) as "wasTold",
      u.confirmed_at is null and u.expires_at > now() and f.active and f.deleted_at is null and l.deleted_at is null
        as "isOpen"
    from sign_ups u
    join organizations o on o.id = u.organization_id
    join mailing_lists l on l.organization_id = u.organization_id and l.id = u.mailing_list_id
    join web_forms f on f.organization_id = u.organization_id and f.id = u.web_form_id
    left join lateral (
      select * from subscribers o
      where o.organization_id = ${organizationId} and o.mailing_list_id = u.mailing_list_id
        and o.key >= u.email_key and o.key <= u.email_key
      order by o.key limit 1) s on true
    where u.organization_id = ${organizationId} and u.id = any(${[...ids]}::bigint[])
    order by u.id`
}

/**
 * Call it right before mails are handed over. @returns the ids that may be sent. `shortage`: why not the others; they wait.
 */
export async function markMails(
  sql: Transaction,
  { organizationId, holder }: MailClaim,
  ids: readonly number[],
): Promise<{ ids: number[]; shortage: string | null }> {
  // One sender at a time, so that together they stay below the limit.
  await sql`select pg_advisory_xact_lock(hashtext('sign_up_mails'), ${organizationId})`
  const brake = await findBrakeShortage(sql, organizationId)
  const left = brake === null ? await mailsLeft(sql, organizationId) : 0
  const rows = await sql<{ id: number }[]>`
    update sign_ups s
    set handed_over = true, mailed_at = now(), leased_until = ${secondsFromNow(sql, handOverSeconds)}
    where s.organization_id = ${organizationId} and s.holder = ${holder} and s.leased_until > now()
      and not s.handed_over and s.id = any(${ids.slice(0, left)}::bigint[])
    returning s.id`
  const shortage = left < ids.length ? (brake ?? 'the limit of mails in a day') : null
  return { ids: rows.map(({ id }) => id), shortage }
}

async function mailsLeft(sql: Sql, organizationId: number): Promise<number> {
  const [row] = await sql<{ sent: number }[]>`
    select count(*) as sent from sign_ups
    where organization_id = ${organizationId} and mailed_at > now() - interval '1 day'`
  return Math.max(0, mailsPerDay - (row?.sent ?? 0))
}

/**
 * - `sent`: accepted, refused for good, or uncertain: it is not sent again. `told`: the mail said that they are subscribed.
 * - `dropped`: it is not to be sent, and its link is closed. `withheld`: it is not sent, and a link that was mailed before
 *   stays open. `later`: it is tried again.
 */
export type MailEnd =
  | { kind: 'sent'; isTold: boolean; diagnostic: string | null }
  | { kind: 'dropped' | 'withheld'; diagnostic: string }
  | { kind: 'later'; diagnostic: string; seconds: number; isTry: boolean }

/** By one statement, in the order of ids. Does nothing for mails that the holder has lost. */
export async function recordMails(
  sql: Transaction,
  { organizationId, holder }: MailClaim,
  ends: ReadonlyMap<number, MailEnd>,
): Promise<void> {
  if (ends.size === 0) return
  const [clock] = await sql<[{ now: Date }]>`select now() as now`
  const later = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000)
  const rows = [...ends].map(([id, end]) => ({
    id,
    now: clock.now,
    diagnostic: end.diagnostic,
    isTold: end.kind === 'sent' && end.isTold,
    isClosed: end.kind === 'dropped' || (end.kind === 'sent' && end.isTold),
    isLater: end.kind === 'later',
    isTry: end.kind !== 'later' || end.isTry,
    dueAt: end.kind === 'later' ? later(end.seconds) : null,
  }))
  const mine = sql`
    s.organization_id = ${organizationId} and s.id = any(${[...ends.keys()]}::bigint[]) and s.holder = ${holder}`
  // The order of ids is the order of locks.
  await sql`
    with locked as materialized (select 1 from sign_ups s where ${mine} order by s.id for no key update)
    update sign_ups s
    set holder = null, leased_until = null, handed_over = false, diagnostic = e.diagnostic,
      mail_due_at = e."dueAt",
      attempts = attempts + case when e."isTry" then 1 else 0 end,
      mailed_at = case when not e."isLater" then s.mailed_at end,
      told_at = case when e."isTold" then e.now else s.told_at end,
      expires_at = case when e."isClosed" then least(s.expires_at, e.now) else s.expires_at end,
      reminder_at = case when not e."isClosed" then s.reminder_at end,
      is_reminder = s.is_reminder and e."isLater"
    from (select count(*) from locked) l, jsonb_to_recordset(${sql.json(rows)})
      e (id bigint, diagnostic text, "isTold" boolean, "isClosed" boolean, "isLater" boolean, "isTry" boolean,
      "dueAt" timestamptz, now timestamptz)
    where ${mine} and s.id = e.id`
}

/** Across organizations: what was being handed over when its sender died counts as sent. @returns how many. */
export async function expireLapsedMails(sql: Sql): Promise<number> {
  const { count } = await sql`
    update sign_ups
    set holder = null, leased_until = null, handed_over = false, mail_due_at = null, is_reminder = false,
      attempts = attempts + 1, diagnostic = 'its sender died while it was handed over'
    where handed_over and leased_until < now()`
  return count
}

/** What the mails of a form are made of. */
export type MailForm = {
  organizationId: number
  listId: number
  listName: string
  brand: PublicBrand
  fromName: string
  fromEmail: string
  replyTo: string
  senderEmail: string
  virtualMtaId: number | null
  bounceEmail: string | null
  urlOrigin: string | null
  timeZone: string
  mailSubject: string
  mailText: string
  mailButton: string
  texts: OwnTexts
}

export async function findMailForm(
  sql: Sql,
  organizationId: number,
  formId: number,
): Promise<MailForm | null> {
  const [row] = await sql<MailForm[]>`
    select f.organization_id as "organizationId", l.id as "listId", ${nameAndBrand(sql, organizationId)},
      l.d_from_name as "fromName", l.d_from_email as "fromEmail", l.d_reply_to as "replyTo",
      l.d_sender_email as "senderEmail", l.d_virtual_mta_id as "virtualMtaId", e.email as "bounceEmail",
      case when d.ssl then 'https://' else 'http://' end || d.domain as "urlOrigin", o.time_zone as "timeZone",
      f.mail_subject as "mailSubject", f.mail_text as "mailText", f.mail_button as "mailButton",
      ${ownTexts(sql, organizationId)} as texts
    from web_forms f
    join organizations o on o.id = f.organization_id
    join mailing_lists l on l.organization_id = f.organization_id and l.id = f.mailing_list_id
    ${frameJoins(sql, organizationId)}
    left join url_domains d on d.organization_id = l.organization_id and d.id = l.d_url_domain_id
    left join bounce_emails e on e.organization_id = l.organization_id and e.user_id = l.d_bounce_email_user_id
      and e.domain_id = l.d_bounce_email_domain_id
    where f.organization_id = ${organizationId} and f.id = ${formId}`
  return row ?? null
}
