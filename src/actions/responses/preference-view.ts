import { createHash } from 'node:crypto'
import { shownValue, textOf, type ShownField } from '../../contract/subscribers/editable-fields.ts'
import type { ShownList } from '../../contract/responses/preferences.ts'
import type { FieldValue } from '../../contract/lists/field-values.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { isChangeWaiting } from '../../store/responses/address-changes.ts'
import { findFrame, type PageFrame } from '../../store/responses/frame.ts'
import {
  findEditableFields,
  findPreferenceLists,
  findPreferenceReader,
  findSuppressions,
  keepsFrom,
  type PreferenceList,
  type PreferenceReader,
} from '../../store/responses/preferences.ts'
import type { Return } from '../subscribers/come-back.ts'

/** `counts` false: a seed address, for whom nothing changes. */
export type PreferenceVisit = Return & { counts: boolean }

export type Preferences = PageFrame & {
  email: string
  zone: string
  lists: ShownList[]
  fields: ShownField[]
  pausedUntil: Date | null
  addressWaits: boolean
}

/** null: the link leads nowhere any more. */
export function showPreferences(
  sql: Scoped,
  visit: Pick<PreferenceVisit, 'organizationId' | 'reader'>,
): Promise<Preferences | null> {
  return sql.read(async (sql) => {
    const { organizationId } = visit
    const frame = await findFrame(sql, organizationId, visit.reader.listId)
    const found = await findReaderLists(sql, visit)
    if (frame === null || found === null) return null
    const { reader, lists } = found
    const suppressions = reader.key === '' ? [] : await findSuppressions(sql, organizationId, reader.key)
    const mayJoin = (listId: number) => reader.mayJoin && !keepsFrom(suppressions, listId)
    const fields = await findEditableFields(sql, organizationId, visit.reader.listId)
    return {
      ...frame,
      email: reader.email,
      zone: reader.zone,
      lists: lists.map((list) => shownList(list, mayJoin(list.id))),
      fields: fields.map((field) => {
        const value = shownValue(field, reader.values[field.id])
        return { ...field, value, mark: markOf(value), problem: null }
      }),
      pausedUntil: latest(lists.flatMap(({ pausedUntil }) => pausedUntil ?? [])),
      addressWaits: await isChangeWaiting(sql, organizationId, visit.reader),
    }
  })
}

export async function findReaderLists(
  sql: Sql,
  { organizationId, reader: ref }: Pick<PreferenceVisit, 'organizationId' | 'reader'>,
): Promise<{ reader: PreferenceReader; lists: PreferenceList[] } | null> {
  const reader = await findPreferenceReader(sql, organizationId, ref)
  if (reader === null) return null
  const { listId, subscriberId } = ref
  return {
    reader,
    lists: await findPreferenceLists(sql, organizationId, { listId, subscriberId, key: reader.key }),
  }
}

function shownList({ id, name, description, status }: PreferenceList, mayJoin: boolean): ShownList {
  if (status === 'active') return { id, name, description, state: 'on' }
  const isOpen = mayJoin && (status === null || status === 'unsubscribed')
  return { id, name, description, state: isOpen ? 'off' : 'locked' }
}

function latest(times: readonly Date[]): Date | null {
  return times.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
}

/** Two values that a form cannot tell apart have the same mark. */
export function markOf(value: FieldValue | null): string {
  return createHash('sha256').update(textOf(value)).digest('base64url').slice(0, 16)
}
