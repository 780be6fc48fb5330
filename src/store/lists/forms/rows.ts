import { AppError, invalid, notFound } from '../../../contract/api/errors.ts'
import { exactFigureMax } from '../../../contract/api/figures.ts'
import type { PageRequest } from '../../../contract/api/paging.ts'
import type { FormSettings } from '../../../contract/lists/forms/definition.ts'
import type { Language, OwnTexts } from '../../../contract/responses/words.ts'
import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { upToOneMore } from '../../../database/driver/statement/bounded-count.ts'
import { isBreachOf } from '../../../database/sqlstate.ts'
import { ownTexts } from '../../responses/frame.ts'
import { namesRecord } from '../../conditions/segments-naming.ts'
import { clausesNaming } from '../../conditions/clauses-naming.ts'
import { nextVersion } from '../../server/next-version.ts'

export type FormRow = FormSettings & {
  id: number
  mailing_list_id: number
  token: string
  consent_version: number
  /** Of the list, and of the organization where the list has none. */
  brand_language: Language | null
  has_sender: boolean
  texts: OwnTexts
  submitted: number
  confirmed: number
  /** At most one more than `exactFigureMax`. */
  pending: number
  created_at: Date
  updated_at: Date
}

type Options = { lock: boolean }

/**
 * `lock`: keeps other transactions from changing the list's primary key until this one ends.
 * @throws AppError `not_found`; `validation_failed` for a list that cannot have forms.
 */
export async function requireFormList(
  sql: Sql,
  organizationId: number,
  listId: number,
  { lock }: Options = { lock: false },
): Promise<void> {
  const [row] = await sql<{ is_remote_list: boolean; has_own_key: boolean }[]>`
    select is_remote_list, primary_key_custom_field_id is not null as has_own_key
    from mailing_lists
    where organization_id = ${organizationId} and id = ${listId}::bigint and deleted_at is null
    ${lock ? sql`for share` : sql``}`
  if (row === undefined) throw notFound('mailing list')
  if (row.is_remote_list) throw invalid('web forms are not available on remote lists')
  if (row.has_own_key && lock) {
    throw invalid(
      'web forms are only available on mailing lists whose subscribers are identified by their address',
    )
  }
}

function columns(sql: Sql, organizationId: number) {
  const signUps = sql`
    from sign_ups s
    where s.organization_id = ${organizationId} and s.web_form_id = f.id and s.confirmed_at is null and s.expires_at > now()`
  const pending = upToOneMore(sql, signUps, exactFigureMax)
  return sql`f.id, f.mailing_list_id, f.token, f.name, f.active, f.opt_in, f.proof_of_work, f.language, f.title,
    f.introduction, f.button_label, f.fields, f.consent_text, f.consent_version, f.allowed_origins, f.mail_subject,
    f.mail_text, f.mail_button, f.thanks_title, f.thanks_text, f.redirect_url, f.submitted, f.confirmed, f.created_at,
    f.updated_at, l.d_from_email <> '' as has_sender, ${pending} as pending, coalesce(
      (select b.language from brands b where b.organization_id = ${organizationId}
        and b.mailing_list_id = f.mailing_list_id),
      (select b.language from brands b where b.organization_id = ${organizationId}
        and b.mailing_list_id is null)) as brand_language, ${ownTexts(sql, organizationId)} as texts`
}

function existing(sql: Sql, organizationId: number) {
  return sql`
    from web_forms f
    join mailing_lists l on l.organization_id = f.organization_id and l.id = f.mailing_list_id
    where f.organization_id = ${organizationId} and f.deleted_at is null and l.deleted_at is null`
}

export async function findForms(
  sql: Sql,
  organizationId: number,
  listId: number,
  page: PageRequest,
): Promise<{ rows: FormRow[]; count: number }> {
  const from = sql`${existing(sql, organizationId)} and f.mailing_list_id = ${listId}`
  const [rows, [counted]] = await Promise.all([
    sql<FormRow[]>`
      select ${columns(sql, organizationId)} ${from} order by f.id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) ${from}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** @param listId undefined: of any list. @throws AppError `not_found`. */
export async function findForm(
  sql: Sql,
  organizationId: number,
  id: number,
  listId?: number,
): Promise<FormRow> {
  const [row] = await sql<FormRow[]>`
    select ${columns(sql, organizationId)} ${existing(sql, organizationId)} and f.id = ${id}::bigint
      ${listId === undefined ? sql`` : sql`and f.mailing_list_id = ${listId}`}`
  if (row === undefined) throw notFound('web form')
  return row
}

/** No other transaction changes it until the end. */
export async function lockForm(sql: Transaction, organizationId: number, id: number): Promise<void> {
  const { count } = await sql`
    select 1 from web_forms
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null for no key update`
  if (count === 0) throw notFound('web form')
}

function writable(sql: Sql, { fields, allowed_origins: origins, ...settings }: FormSettings) {
  return { ...settings, fields: sql.json(fields), allowed_origins: sql.json(origins) }
}

/** @throws AppError `validation_failed` if the name is taken. */
export async function insertForm(
  sql: Transaction,
  organizationId: number,
  { listId, token, settings }: { listId: number; token: string; settings: FormSettings },
): Promise<number> {
  const owner = { organization_id: organizationId, mailing_list_id: listId, token }
  const id = await explainName(async () => {
    const [row] = await sql<{ id: number }[]>`
      insert into web_forms ${sql({ ...owner, ...writable(sql, settings) })} returning id`
    if (row === undefined) throw new Error('insert returned no row')
    return row.id
  })
  await insertConsentText(sql, organizationId, id, { version: 1, text: settings.consent_text })
  return id
}

/** Call it after `lockForm`. @throws AppError `validation_failed` if the name is taken. */
export async function updateForm(
  sql: Transaction,
  organizationId: number,
  { id, consent_version: version, consent_text: before }: FormRow,
  settings: FormSettings,
): Promise<void> {
  const isOther = settings.consent_text !== before
  const next = isOther ? version + 1 : version
  if (isOther) {
    await insertConsentText(sql, organizationId, id, { version: next, text: settings.consent_text })
  }
  await explainName(
    () => sql`
      update web_forms set ${sql({ ...writable(sql, settings), consent_version: next })}, updated_at = ${nextVersion(sql)}
      where organization_id = ${organizationId} and id = ${id}`,
  )
}

async function insertConsentText(
  sql: Transaction,
  organizationId: number,
  formId: number,
  { version, text }: { version: number; text: string },
): Promise<void> {
  await sql`
    insert into consent_texts (organization_id, web_form_id, version, text)
    values (${organizationId}, ${formId}, ${version}, ${text})`
}

/**
 * A segment that is being saved locks the row of the form, so no new use can begin.
 * @throws AppError `validation_failed` with the segments and special sending rules that name it.
 */
export async function deleteForm(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`select 1 from web_forms where organization_id = ${organizationId} and id = ${id} for update`
  const dependencies = await sql<{ type: string; id: number }[]>`
    select 'Segment' as type, g.id from segments g where ${namesRecord(sql, organizationId, 'web_form', id)}
    union all
    ${clausesNaming(sql, organizationId, 'web_form', id)}
    order by type, id`
  if (dependencies.length > 0) {
    const message = 'web form cannot be deleted while it is in use'
    throw new AppError('validation_failed', message, { data: { dependencies } })
  }
  await sql`
    update web_forms set deleted_at = now(), updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = ${id}`
}

async function explainName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isBreachOf(error, 'web_forms_name') ? invalid('name has already been taken') : error
  }
}
