import { z } from 'zod'
import { flag, name } from '../api/fields.ts'
import { resourceEndpoints } from './endpoints.ts'

export const suppressionListSchema = z
  .object({
    id: z.int(),
    organization_id: z.int(),
    name: z.string(),
    global: z.literal(false),
    mailing_list_id: z.null(),
    suppression_scope: z.literal('organization'),
  })
  .meta({ id: 'SuppressionList' })

/** Accepted because answers contain them. */
const shape = {
  global: flag
    .refine((value) => !value, 'cannot be true: a list belongs to its organization')
    .optional()
    .meta({ description: 'Always false; accepted because answers contain it.' }),
  mailing_list_id: z
    .null('must be null: a list belongs to its organization')
    .optional()
    .meta({ description: 'Always null; accepted because answers contain it.' }),
  suppression_scope: z
    .literal('organization', 'must be organization: a list belongs to its organization')
    .optional()
    .meta({ description: 'Always organization; accepted because answers contain it.' }),
}
export const suppressionListInput = z.object({
  name: name(100).meta({ description: 'A name for the list, up to 100 characters.' }),
  ...shape,
})
export const suppressionListChanges = suppressionListInput.partial()

export type SuppressionListInput = z.output<typeof suppressionListInput>
export type SuppressionListChanges = z.output<typeof suppressionListChanges>

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
