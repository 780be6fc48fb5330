import { z } from 'zod'
import { invalid } from '../api/errors.ts'
import { choice, flag, idField, name } from '../api/fields.ts'
import { resourceEndpoints } from './endpoints.ts'

export const suppressionScopes = ['system', 'organization', 'mailing_list', 'segment'] as const
export type SuppressionScope = (typeof suppressionScopes)[number]

export const suppressionListSchema = z
  .object({
    id: z.int(),
    organization_id: z.int(),
    name: z.string(),
    global: z.boolean().meta({ description: 'Whether the scope is system.' }),
    mailing_list_id: z.int().nullable().meta({
      description: 'The mailing list for which it holds; null with another scope than mailing_list.',
    }),
    suppression_scope: z.enum(suppressionScopes),
  })
  .meta({ id: 'SuppressionList' })

const shape = {
  suppression_scope: choice(suppressionScopes).optional().meta({
    description:
      'What it holds for: organization, for all messages of the organization (the default); mailing_list, for those of mailing_list_id; segment, only where a segment names it; system, for all organizations, which only system administrators can choose, on the System Organization. A list does not become one of the system, and does not cease to be.',
  }),
  mailing_list_id: idField.nullable().optional().meta({
    description: 'The mailing list for which it holds. Given alone, it means the scope mailing_list.',
  }),
  global: flag.optional().meta({
    description:
      'Deprecated, use suppression_scope. true means system for a system administrator on the System Organization, and organization for others.',
  }),
}
export const suppressionListInput = z.object({
  name: name(100).meta({ description: 'A name for the list, up to 100 characters.' }),
  ...shape,
})
export const suppressionListChanges = suppressionListInput.partial()

export type SuppressionListInput = z.output<typeof suppressionListInput>
export type SuppressionListChanges = z.output<typeof suppressionListChanges>

export type Scope = { suppression_scope: SuppressionScope; mailing_list_id: number | null }

/**
 * The scope that the members mean together: the older two say it alone where `suppression_scope` is not given. What they repeat
 * of the record, as a client does that sends back what it got, changes nothing.
 * @param isSystem a system administrator writes a list of the System Organization
 * @throws AppError `validation_failed` if they contradict each other.
 */
export function scopeOf(given: SuppressionListChanges, before: Scope, isSystem: boolean): Scope {
  const { suppression_scope: scope, mailing_list_id: listId, global: isGlobal } = given
  if (isGlobal === true && listId != null) throw invalid('global cannot be true with a mailing_list_id')
  if (scope === undefined) {
    const wasGlobal = before.suppression_scope === 'system'
    const isSame = (isGlobal ?? wasGlobal) === wasGlobal && (listId ?? null) === before.mailing_list_id
    if (isSame || (isGlobal === undefined && listId === undefined)) return before
    if (listId != null) return { suppression_scope: 'mailing_list', mailing_list_id: listId }
    return {
      suppression_scope: isGlobal === true && isSystem ? 'system' : 'organization',
      mailing_list_id: null,
    }
  }
  if (scope !== 'mailing_list') {
    if (listId != null) throw invalid(`mailing_list_id must be null with the suppression_scope ${scope}`)
    const contradicts = scope === 'system' ? isGlobal === false : isGlobal === true && scope === 'segment'
    if (contradicts) throw invalid(`global cannot be ${isGlobal} with the suppression_scope ${scope}`)
    return { suppression_scope: scope, mailing_list_id: null }
  }
  if (isGlobal === true) throw invalid('global cannot be true with the suppression_scope mailing_list')
  const id = listId === undefined ? before.mailing_list_id : listId
  if (id === null) throw invalid('mailing_list_id must be given with the suppression_scope mailing_list')
  return { suppression_scope: scope, mailing_list_id: id }
}

export const suppressionListEndpoints = resourceEndpoints<SuppressionListInput, SuppressionListChanges>({
  name: 'SuppressionList',
  path: 'suppression_lists',
  tag: 'Suppression lists',
  one: 'suppression list',
  many: 'suppression lists',
  param: ':id',
  wrapper: 'suppression_list',
  record: suppressionListSchema,
  input: suppressionListInput,
  changes: suppressionListChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'standard', write: 'organization_admin' },
})
