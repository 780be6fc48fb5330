import { linkDays, mailPauseMinutes, reminderDays } from '../../../contract/lists/forms/definition.ts'
import type { CustomValues } from '../../../contract/subscribers/values.ts'
import type { Language } from '../../../contract/responses/words.ts'
import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { forEachOf } from '../../server/leases.ts'
import { anyListOf, knownAs } from '../../resources/suppression-condition.ts'
import { wakeSenders } from '../../server/wake.ts'

export type NewSignUp = {
  email: string
  key: string
  customFields: CustomValues
  language: Language
  ip: string
  nonce: Buffer
  tokenHash: Buffer
}

type Form = { id: number; listId: number; consent_version: number }

/**
 * One row for each address of the list. The values and the consent of the latest submission count. A link that was mailed
 * and not used stays valid; one that was used is replaced. A mail is queued unless the address got one just before.
 * @param signUps of different addresses.
 */
export async function writeSignUps(
  sql: Transaction,
  organizationId: number,
  form: Form,
  signUps: readonly NewSignUp[],
): Promise<void> {
  const rows = signUps.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const hex = (bytes: Buffer) => bytes.toString('hex')
  // The order of keys is the order of locks: two submissions of the same addresses do not deadlock.
  await sql`
    insert into sign_ups as s (organization_id, mailing_list_id, web_form_id, email, email_key, custom_fields,
      consent_version, language, given_ip, nonce, token_hash, expires_at, mail_due_at, reminder_at)
    select ${organizationId}::integer, ${form.listId}::integer, ${form.id}::integer, given.email, given.key,
      given.fields::jsonb, ${form.consent_version}::integer, given.language, given.ip, decode(given.nonce, 'hex'),
      decode(given.hash, 'hex'), now() + ${linkDays} * interval '1 day', now(),
      now() + ${reminderDays} * interval '1 day'
    from unnest(${rows.map(({ email }) => email)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ customFields }) => JSON.stringify(customFields))}::text[],
      ${rows.map(({ language }) => language)}::text[], ${rows.map(({ ip }) => ip)}::text[],
      ${rows.map(({ nonce }) => hex(nonce))}::text[], ${rows.map(({ tokenHash }) => hex(tokenHash))}::text[])
      given (email, key, fields, language, ip, nonce, hash)
    on conflict (organization_id, mailing_list_id, email_key) do update
    set web_form_id = excluded.web_form_id, email = excluded.email, custom_fields = excluded.custom_fields,
      consent_version = excluded.consent_version, language = excluded.language,
      given_at = excluded.given_at,
      given_ip = excluded.given_ip, expires_at = excluded.expires_at, confirmed_at = null, is_reminder = false,
      reminder_at = excluded.reminder_at,
      nonce = case when ${isSpent(sql)} then excluded.nonce else s.nonce end,
      token_hash = case when ${isSpent(sql)} then excluded.token_hash else s.token_hash end,
      mail_due_at = case when ${isPausing(sql)} then s.mail_due_at else excluded.mail_due_at end,
      leased_until = case when ${isPausing(sql)} then s.leased_until end,
      holder = case when ${isPausing(sql)} then s.holder end,
      handed_over = ${isPausing(sql)} and s.handed_over,
      attempts = case when ${isPausing(sql)} then s.attempts else 0 end`
  await sql`
    update web_forms set submitted = submitted + ${rows.length}
    where organization_id = ${organizationId} and id = ${form.id}`
  await wakeSenders(sql, 'sign-up mails')
}

function isSpent(sql: Sql) {
  return sql`(s.confirmed_at is not null or s.expires_at < excluded.given_at)`
}

/** A mail waits, is being sent, or was sent just before. */
function isPausing(sql: Sql) {
  return sql`(s.mail_due_at is not null
    or coalesce(excluded.given_at - s.mailed_at < interval '${sql.unsafe(String(mailPauseMinutes))} minutes', false))`
}

export type SignUp = {
  id: number
  listId: number
  formId: number
  email: string
  key: string
  customFields: CustomValues
  consentVersion: number
  language: Language
  givenAt: Date
  givenIp: string
  isConfirmed: boolean
  isExpired: boolean
}

/** `lock`: until the end of the transaction. null: no link of this server, or one that was replaced. */
export async function findSignUp(
  sql: Sql,
  organizationId: number,
  tokenHash: Buffer,
  { lock }: { lock: boolean } = { lock: false },
): Promise<SignUp | null> {
  const [row] = await sql<SignUp[]>`
    select id, mailing_list_id as "listId", web_form_id as "formId", email, email_key as key,
      custom_fields as "customFields", consent_version as "consentVersion", language, given_at as "givenAt",
      given_ip as "givenIp", confirmed_at is not null as "isConfirmed", expires_at <= now() as "isExpired"
    from sign_ups
    where organization_id = ${organizationId} and token_hash = ${tokenHash}
    ${lock ? sql`for update` : sql``}`
  return row ?? null
}

/** By the address. Call it after `writeSignUps`, whose lock it relies on. */
export async function findSignUpOf(
  sql: Transaction,
  organizationId: number,
  listId: number,
  key: string,
): Promise<SignUp> {
  const [row] = await sql<SignUp[]>`
    select id, mailing_list_id as "listId", web_form_id as "formId", email, email_key as key,
      custom_fields as "customFields", consent_version as "consentVersion", language, given_at as "givenAt",
      given_ip as "givenIp", confirmed_at is not null as "isConfirmed", expires_at <= now() as "isExpired"
    from sign_ups
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and email_key = ${key}`
  if (row === undefined) throw new Error('a sign-up is missing')
  return row
}

/** Nothing is owed any more, and the link is used up. */
export async function endSignUp(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`
    update sign_ups
    set confirmed_at = now(), mail_due_at = null, reminder_at = null, custom_fields = '{}'
    where organization_id = ${organizationId} and id = ${id}`
}

export type Consent = {
  listId: number
  subscriberId: number
  email: string
  key: string
  formId: number
  version: number
  givenAt: Date
  givenIp: string
  /** null: the form has single opt-in. */
  confirmedIp: string | null
}

export async function insertConsent(sql: Transaction, organizationId: number, given: Consent): Promise<void> {
  await sql`
    insert into consents (organization_id, mailing_list_id, subscriber_id, email, email_key, web_form_id,
      consent_version, given_at, given_ip, confirmed_at, confirmed_ip)
    values (${organizationId}, ${given.listId}, ${given.subscriberId}, ${given.email}, ${given.key}, ${given.formId},
      ${given.version}, ${given.givenAt}, ${given.givenIp},
      ${given.confirmedIp === null ? null : sql`now()`}, ${given.confirmedIp})`
}

/** Call it last: it locks the row of the form. */
export async function countConfirmed(
  sql: Transaction,
  organizationId: number,
  formId: number,
): Promise<void> {
  await sql`
    update web_forms set confirmed = confirmed + 1 where organization_id = ${organizationId} and id = ${formId}`
}

const keptDays = 14

/** Across organizations, at most `batchRows` a call: queues the reminders that are due. */
export async function queueReminders(sql: Sql, batchRows: number): Promise<number> {
  const due = await sql<{ organization_id: number; id: number }[]>`
    select organization_id, id from sign_ups where reminder_at <= now() order by reminder_at limit ${batchRows}`
  const queued = await forEachOf(
    due,
    (organizationId, ids) => sql`
    update sign_ups s
    set reminder_at = null,
      mail_due_at = case when ${isWanted(sql)} then clock.now else s.mail_due_at end,
      is_reminder = ${isWanted(sql)} or s.is_reminder, attempts = case when ${isWanted(sql)} then 0 else s.attempts end
    from (select now() as now) clock
    where s.organization_id = ${organizationId} and s.id in (
      select id from sign_ups
      where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and reminder_at <= now()
      for update skip locked)
    returning s.id`,
  )
  if (queued.length > 0) await wakeSenders(sql, 'sign-up mails')
  return queued.length
}

/** The first mail left, and nothing has come of it yet. */
function isWanted(sql: Sql) {
  return sql`(s.confirmed_at is null and s.expires_at > clock.now and s.mail_due_at is null and not s.handed_over
    and s.mailed_at is not null)`
}

/** Across organizations: forgets addresses whose link expired or was used long ago. */
export async function purgeSignUps(sql: Sql, batchRows: number): Promise<number> {
  const isOver = sql`given_at < now() - ${keptDays} * interval '1 day' and not handed_over`
  const due = await sql<{ organization_id: number; id: number }[]>`
    select organization_id, id from sign_ups where ${isOver} order by given_at limit ${batchRows}`
  const purged = await forEachOf(
    due,
    (organizationId, ids) => sql`
    delete from sign_ups
    where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and ${isOver}
    returning id`,
  )
  return purged.length
}

/** A subscriber of the list, whatever their status, or suppressed. */
export async function isKnownAddress(
  sql: Transaction,
  organizationId: number,
  listId: number,
  key: string,
): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (
      select 1 from subscribers
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and key = ${key})
    or exists (
      select from (values ${knownAs(sql, sql`${key}::text`)}) known_as (key)
      join suppressed_addresses a on a.key = known_as.key collate "C"
      where a.organization_id = ${organizationId}
        and a.suppression_list_id = ${anyListOf(sql, sql`${organizationId}`)}) as known`
  return row?.known === true
}
