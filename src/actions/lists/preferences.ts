import { invalid } from '../../contract/api/errors.ts'
import type { ListPreferences, ListPreferencesChanges } from '../../contract/lists/preferences.ts'
import {
  defaultTexts,
  publicTextKeys,
  type PublicTexts,
  type PublicTextsChanges,
} from '../../contract/lists/public-texts.ts'
import type { Language } from '../../contract/responses/words.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { changedNames } from '../../store/audit-events/changed-names.ts'
import { findFieldRules, lockCustomFields } from '../../store/lists/custom-fields.ts'
import {
  findListPreferences,
  findPublicTexts,
  lockListPreferences,
  replaceEditableFields,
  updateListPreferencesRow,
  writePublicTexts,
} from '../../store/lists/preferences.ts'
import { findMailingList } from '../../store/lists/rows.ts'
import type { Actor } from '../actor.ts'

/** @throws AppError `not_found` for a list of another organization. */
export function readListPreferences(
  sql: Scoped,
  { caller: { organization_id: organizationId } }: Pick<Actor, 'caller'>,
  listId: number,
): Promise<ListPreferences> {
  return sql.read(async (sql) => {
    const list = await findMailingList(sql, organizationId, listId)
    return findListPreferences(sql, organizationId, list.id)
  })
}

/** @throws AppError as `readListPreferences`; `validation_failed` for a field that subscribers cannot change. */
export function changeListPreferences(
  sql: Scoped,
  { caller: { organization_id: organizationId }, audit }: Actor,
  listId: number,
  fields: () => ListPreferencesChanges,
): Promise<ListPreferences> {
  return sql.begin(async (sql) => {
    const list = await findMailingList(sql, organizationId, listId)
    const { editable_custom_field_ids: fieldIds, ...given } = fields()
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (given.is_public === true && list.is_remote_list)
      throw invalid('is_public cannot be true for a remote list')
    if (given.is_public === true && list.primary_key_custom_field_id !== null) {
      throw invalid('is_public cannot be true while a custom field is the primary key of the list')
    }
    if (fieldIds !== undefined) {
      await lockCustomFields(sql, organizationId)
      await checkFields(sql, organizationId, list, fieldIds)
    }
    await lockListPreferences(sql, organizationId, list.id)
    const before = await findListPreferences(sql, organizationId, list.id)
    await updateListPreferencesRow(sql, organizationId, list.id, changes)
    if (fieldIds !== undefined) await replaceEditableFields(sql, organizationId, list.id, fieldIds)
    const after = await findListPreferences(sql, organizationId, list.id)
    const changed = changedNames(before, after)
    if (changed.length > 0) {
      await audit(sql, {
        kind: 'list_preferences.updated',
        subject_type: 'MailingList',
        subject_id: list.id,
        details: { changed },
      })
    }
    return after
  })
}

async function checkFields(
  sql: Transaction,
  organizationId: number,
  list: { id: number; primary_key_custom_field_id: number | null },
  fieldIds: readonly number[],
): Promise<void> {
  if (list.primary_key_custom_field_id !== null && fieldIds.includes(list.primary_key_custom_field_id)) {
    throw invalid('editable_custom_field_ids must not name the primary key of the list')
  }
  const known = new Set((await findFieldRules(sql, organizationId, list.id)).map(({ id }) => id))
  const unknown = fieldIds.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    throw invalid(`editable_custom_field_ids names ${unknown.join(', ')}, which the list does not have`)
  }
}

/** @throws AppError `not_found` for a list of another organization. */
export function readPublicTexts(
  sql: Scoped,
  { caller: { organization_id: organizationId } }: Pick<Actor, 'caller'>,
  listId: number,
  language: Language,
): Promise<PublicTexts> {
  return sql.read(async (sql) => {
    const list = await findMailingList(sql, organizationId, listId)
    return textsOf(language, await findPublicTexts(sql, organizationId, list.id, language))
  })
}

/** A text that is the default is not kept: it changes with the default. @throws AppError as `readPublicTexts`. */
export function changePublicTexts(
  sql: Scoped,
  { caller: { organization_id: organizationId }, audit }: Actor,
  listId: number,
  fields: () => PublicTextsChanges,
): Promise<PublicTexts> {
  return sql.begin(async (sql) => {
    const list = await findMailingList(sql, organizationId, listId)
    const { language, texts } = fields()
    await lockListPreferences(sql, organizationId, list.id)
    const before = await findPublicTexts(sql, organizationId, list.id, language)
    const defaults = defaultTexts(language)
    const changes = publicTextKeys.flatMap((key) => {
      const given = texts[key]
      if (given === undefined) return []
      const text = given === defaults[key] ? '' : given
      return text === (before.get(key) ?? '') ? [] : [{ key, text }]
    })
    if (changes.length > 0) {
      await writePublicTexts(sql, organizationId, list.id, { language, texts: changes })
      await audit(sql, {
        kind: 'public_texts.updated',
        subject_type: 'MailingList',
        subject_id: list.id,
        details: { language, changed: changes.map(({ key }) => key) },
      })
    }
    return textsOf(language, await findPublicTexts(sql, organizationId, list.id, language))
  })
}

function textsOf(language: Language, own: ReadonlyMap<string, string>): PublicTexts {
  const defaults = defaultTexts(language)
  const texts = publicTextKeys.map((key) => ({
    key,
    default: defaults[key],
    text: own.get(key) ?? null,
  }))
  return { language, texts }
}
