import { linkDays, mailPauseMinutes, reminderDays } from '../../../contract/lists/forms/definition.ts'
import type { CustomValues } from '../../../contract/subscribers/values.ts'
import type { Language } from '../../../contract/responses/words.ts'
import type { Fragment, Sql, Transaction } from '../../../database/driver/connection.ts'
import { forEachOf } from '../../server/leases.ts'
import { isSuppressed, knownAs, listsFor } from '../../conditions/suppression.ts'
import { isSuppressedBySystem } from '../../conditions/system-suppression.ts'
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
 * One row for each address of the list, of the submission that is mailed. Another one counts once the address may get a mail
 * again: its link is a new one, and that of the mail before keeps confirming what it was mailed for.
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
  await keepEarlier(sql, organizationId, form, rows.map(({ key }) => key)) // oxfmt-ignore
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
      given_at = excluded.given_at, given_ip = excluded.given_ip, expires_at = excluded.expires_at,
      confirmed_at = null, is_reminder = false, reminder_at = excluded.reminder_at, nonce = excluded.nonce,
      token_hash = excluded.token_hash, mail_due_at = excluded.mail_due_at, leased_until = null, holder = null,
      handed_over = false, attempts = 0
    where not ${isPausing(sql, sql`excluded.given_at`)}`
  await sql`
    update web_forms set submitted = submitted + ${rows.length}
    where organization_id = ${organizationId} and id = ${form.id}`
  await wakeSenders(sql, 'sign-up mails')
}

/** What \`writeSignUps\` is about to replace although its link was mailed and may still be used. */
async function keepEarlier(
  sql: Transaction,
  organizationId: number,
  { listId }: Form,
  keys: string[],
): Promise<void> {
  await sql`
    with held as materialized (
      select * from sign_ups
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and email_key = any(${keys}::text[])
      order by email_key for update)
    insert into earlier_sign_ups (organization_id, sign_up_id, token_hash, web_form_id, email, custom_fields,
      consent_version, language, given_at, given_ip, expires_at)
    select ${organizationId}::integer, s.id, s.token_hash, s.web_form_id, s.email, s.custom_fields, s.consent_version,
      s.language, s.given_at, s.given_ip, s.expires_at
    from held s
    where s.confirmed_at is null and s.expires_at > now() and s.mailed_at >= s.given_at and not ${isPausing(sql, sql`now()`)}
    returning 1`
  await sql`
    delete from earlier_sign_ups e using sign_ups s
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.email_key = any(${keys}::text[])
      and e.organization_id = ${organizationId} and e.sign_up_id = s.id and e.expires_at < now()`
}

/** A mail waits, is being sent, or was sent just before. */
function isPausing(sql: Sql, at: Fragment) {
  return sql`(s.mail_due_at is not null
    or coalesce(${at} - s.mailed_at < interval '${sql.unsafe(String(mailPauseMinutes))} minutes', false))`
}

export type SignUp = {
  /** null: nothing of it is stored. */
  id: number | null
  /** Another one of the address came after it. */
  isEarlier: boolean
  tokenHash: Buffer
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

/** \`lock\`: until the end of the transaction. null: no link of this server, or one that was replaced. */
export async function findSignUp(
  sql: Sql,
  organizationId: number,
  tokenHash: Buffer,
  { lock }: { lock: boolean } = { lock: false },
): Promise<SignUp | null> {
  const [latest] = await sql<SignUp[]>`
    select ${signUpColumns(sql, 's')}, false as "isEarlier" from sign_ups s
    where s.organization_id = ${organizationId} and s.token_hash = ${tokenHash}
    ${lock ? sql`for update` : sql``}`
  if (latest !== undefined) return latest
  const [earlier] = await sql<SignUp[]>`
    select ${signUpColumns(sql, 'e')}, true as "isEarlier"
    from earlier_sign_ups e
    join sign_ups s on s.organization_id = ${organizationId} and s.id = e.sign_up_id
    where e.organization_id = ${organizationId} and e.token_hash = ${tokenHash}
    ${lock ? sql`for update` : sql``}`
  return earlier ?? null
}

function signUpColumns(sql: Sql, given: 's' | 'e'): Fragment {
  const of = (column: string) => sql(`${given}.${column}`)
  return sql`s.id, s.mailing_list_id as "listId", s.email_key as key, ${of('token_hash')} as "tokenHash",
    ${of('web_form_id')} as "formId", ${of('email')} as email, ${of('custom_fields')} as "customFields",
    ${of('consent_version')} as "consentVersion", ${of('language')} as language, ${of('given_at')} as "givenAt",
    ${of('given_ip')} as "givenIp", ${of('confirmed_at')} is not null as "isConfirmed",
    ${of('expires_at')} <= now() as "isExpired"`
}

/** Nothing is owed for it any more, and its link and those of submissions before it are used up. */
export async function endSignUp(
  sql: Transaction,
  organizationId: number,
  { id, tokenHash, isEarlier }: SignUp,
): Promise<void> {
  if (id === null) return
  if (!isEarlier) {
    await sql`
      update sign_ups
      set confirmed_at = now(), mail_due_at = null, reminder_at = null, custom_fields = '{}'
      where organization_id = ${organizationId} and id = ${id}`
  }
  const before = sql`
    and given_at <= (
      select given_at from earlier_sign_ups where organization_id = ${organizationId} and token_hash = ${tokenHash})`
  await sql`
    update earlier_sign_ups set confirmed_at = now(), custom_fields = '{}'
    where organization_id = ${organizationId} and sign_up_id = ${id} and confirmed_at is null
      ${isEarlier ? before : sql``}`
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
  const lists = listsFor(sql, organizationId, sql`${listId}::integer`)
  const address = sql`${key}::text`
  const [row] = await sql<{ known: boolean }[]>`
    select exists (
      select 1 from subscribers
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and key = ${key})
    or ${isSuppressed(sql, organizationId, lists, address)}
    or ${isSuppressedBySystem(sql, knownAs(sql, address))} as known`
  return row?.known === true
}
