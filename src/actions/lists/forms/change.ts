import { randomBytes } from 'node:crypto'
import { invalid } from '../../../contract/api/errors.ts'
import type { PageRequest } from '../../../contract/api/paging.ts'
import { newForm, type FormSettings } from '../../../contract/lists/forms/definition.ts'
import type { FormChanges, FormInput } from '../../../contract/lists/forms/input.ts'
import type { FieldRules } from '../../../contract/lists/field-values.ts'
import type { Scoped, Sql, Transaction } from '../../../database/driver/connection.ts'
import { changedNames } from '../../../store/audit-events/changed-names.ts'
import { findFieldRules } from '../../../store/lists/custom-fields.ts'
import {
  deleteForm,
  findForm,
  findForms,
  insertForm,
  lockForm,
  requireFormList,
  updateForm,
  type FormRow,
} from '../../../store/lists/forms/rows.ts'
import type { Actor, WarnedActor } from '../../actor.ts'
import type { RecordPlace } from '../../place.ts'
import { requireVersion } from '../../../store/resources/version.ts'

/** `ofList`: the custom fields of its list. */
export type FoundForm = { row: FormRow; ofList: FieldRules[] }

export async function findListForms(
  sql: Sql,
  { caller: { organization_id: organizationId } }: Actor,
  listId: number,
  page: PageRequest,
): Promise<{ found: FoundForm[]; count: number }> {
  await requireFormList(sql, organizationId, listId)
  const { rows, count } = await findForms(sql, organizationId, listId, page)
  const ofList = await findFieldRules(sql, organizationId, listId)
  return { found: rows.map((row) => ({ row, ofList })), count }
}

export async function findOneForm(
  sql: Sql,
  { caller: { organization_id: organizationId } }: Actor,
  { id, listId }: RecordPlace,
): Promise<FoundForm> {
  if (listId !== undefined) await requireFormList(sql, organizationId, listId)
  return withFields(sql, organizationId, await findForm(sql, organizationId, id, listId))
}

/** Warns of a list without a sender: its forms are closed. */
export function addForm(
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  fields: () => FormInput,
): Promise<FoundForm> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    await requireFormList(sql, organizationId, listId, { lock: true })
    const { name, ...input } = fields()
    const settings = { ...merged({ ...newForm, name }, input), name }
    await checkFields(sql, organizationId, listId, settings)
    const token = randomBytes(16).toString('base64url')
    const id = await insertForm(sql, organizationId, { listId, token, settings })
    await log(sql, actor, { kind: 'web_form.created', id })
    return warned(actor, await withFields(sql, organizationId, await findForm(sql, organizationId, id)))
  })
}

export function changeForm(
  sql: Scoped,
  actor: WarnedActor,
  place: RecordPlace,
  fields: () => FormChanges,
): Promise<FoundForm> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const { row } = await findOneForm(sql, actor, place)
    await lockForm(sql, organizationId, row.id)
    await requireFormVersion(sql, actor, row.id)
    const before = await findForm(sql, organizationId, row.id)
    const settings = merged(settingsOf(before), fields())
    await checkFields(sql, organizationId, row.mailing_list_id, settings)
    const changed = changedNames(settingsOf(before), settings, names)
    if (changed.length > 0) {
      await updateForm(sql, organizationId, before, settings)
      await log(sql, actor, { kind: 'web_form.updated', id: row.id, details: { changed } })
    }
    return warned(actor, await withFields(sql, organizationId, await findForm(sql, organizationId, row.id)))
  })
}

function warned({ warn }: WarnedActor, found: FoundForm): FoundForm {
  if (!found.row.has_sender) {
    warn(
      'the web form is closed, because the mailing list has no d_from_email from which to ask for confirmations',
    )
  }
  return found
}

/** Consents stay. */
export function removeForm(sql: Scoped, actor: Actor, place: RecordPlace): Promise<void> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const { row } = await findOneForm(sql, actor, place)
    await lockForm(sql, organizationId, row.id)
    await requireFormVersion(sql, actor, row.id)
    await deleteForm(sql, organizationId, row.id)
    await log(sql, actor, { kind: 'web_form.deleted', id: row.id, details: { name: row.name } })
  })
}

function requireFormVersion(sql: Transaction, actor: Actor, id: number): Promise<void> {
  const subject = { type: 'WebForm', id }
  const versioned = { what: 'web form', table: 'web_forms', row: { id }, subject }
  return requireVersion(sql, actor.caller.organization_id, versioned, actor)
}

async function withFields(sql: Sql, organizationId: number, row: FormRow): Promise<FoundForm> {
  return { row, ofList: await findFieldRules(sql, organizationId, row.mailing_list_id) }
}

/** What is not given stays; null is the default. */
function merged(before: FormSettings, { fields, ...input }: FormChanges): FormSettings {
  const wanted = {
    ...input,
    fields: fields?.map(({ custom_field_id, label = '', required = false }) => ({
      custom_field_id,
      label,
      required,
    })),
  }
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const after = { ...before, ...Object.fromEntries(given) }
  const origins = input.allowed_origins === null ? [] : after.allowed_origins
  return {
    ...after,
    fields: fields === null ? [] : after.fields,
    allowed_origins: [...new Set(origins)],
  }
}

const names = ['name', ...Object.keys(newForm)] as (keyof FormSettings)[]

function settingsOf(row: FormSettings): FormSettings {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as FormSettings
}

async function checkFields(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { fields }: FormSettings,
): Promise<void> {
  const known = new Set((await findFieldRules(sql, organizationId, listId)).map(({ id }) => id))
  const ids = fields.map(({ custom_field_id: id }) => id)
  if (new Set(ids).size < ids.length) throw invalid('fields names a custom field twice')
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw invalid(`fields names the custom field ${unknown}, which the mailing list does not have`)
  }
}

type Change = { kind: string; id: number; details?: object }

function log(sql: Transaction, { audit }: Actor, { kind, id, details = {} }: Change): Promise<void> {
  return audit(sql, { kind, subject_type: 'WebForm', subject_id: id, details })
}
