import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { customFieldChanges, customFieldInput } from './field-definition.ts'
import { idField } from '../api/fields.ts'
import { fieldTypes } from './field-values.ts'
import { wholeQuery } from '../api/paging.ts'

/** A field without a list is global: all lists of the organization have it. */

const nullableInt = z.int().nullable().optional()
const nullableNumber = z.number().nullable().optional()
const optionSchema = z.object({ id: z.int(), index: z.int(), name: z.string() })

export const customFieldSchema = z
  .object({
    id: z.int(),
    mailing_list_id: z
      .int()
      .nullable()
      .meta({ description: 'The mailing list of the field. null for a global field.' }),
    name: z.string(),
    field_type: z.enum(fieldTypes),
    required: z.boolean(),
    instructions: z.string(),
    is_global: z.boolean(),
    default_string: z
      .string()
      .optional()
      .meta({ description: 'Present for text and text_multiline fields.' }),
    minimum_length: nullableInt.meta({ description: 'Present for text and text_multiline fields.' }),
    maximum_length: nullableInt.meta({ description: 'Present for text and text_multiline fields.' }),
    number_of_rows: nullableInt.meta({ description: 'Present for text_multiline fields.' }),
    interpolation_html_encode: z.boolean().optional().meta({ description: 'Present for text fields.' }),
    interpolation_url_encode: z.boolean().optional().meta({ description: 'Present for text fields.' }),
    default_integer: nullableInt.meta({ description: 'Present for number fields.' }),
    default_decimal: nullableNumber.meta({ description: 'Present for decimal fields.' }),
    minimum_value: nullableNumber.meta({ description: 'Present for number and decimal fields.' }),
    maximum_value: nullableNumber.meta({ description: 'Present for number and decimal fields.' }),
    options: z
      .array(optionSchema)
      .optional()
      .meta({ description: 'Present for fields of a select type, in order.' }),
    default_boolean: z.boolean().optional().meta({ description: 'Present for boolean fields.' }),
  })
  .meta({ id: 'CustomField' })

export const deletedCustomFieldSchema = customFieldSchema
  .extend({ deleted_at: z.iso.datetime({ offset: true }) })
  .meta({ id: 'DeletedCustomField' })

export type CustomField = z.input<typeof customFieldSchema>

/** By field name. */
export const filledFieldsSchema = z.record(
  z.string(),
  z.object({
    name: z.string(),
    type: z.enum(fieldTypes),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
  }),
)

const common = { tag: 'Custom fields', role: 'standard' } as const
const list = { ...common, method: 'GET', query: wholeQuery, paged: 'page' } as const

export const listCustomFields = endpoint({
  ...list,
  id: 'listCustomFields',
  path: 'mailing_lists/:mailing_list_id/custom_fields',
  summary: "List a mailing list's custom fields and the global ones, in their order",
  data: z.array(customFieldSchema),
})

export const listGlobalCustomFields = endpoint({
  ...list,
  id: 'listGlobalCustomFields',
  path: 'custom_fields',
  summary: 'List the global custom fields, in their order',
  data: z.array(customFieldSchema),
})

export const listDeletedCustomFields = endpoint({
  ...list,
  id: 'listDeletedCustomFields',
  path: 'mailing_lists/:mailing_list_id/custom_fields/deleted',
  summary: 'List the deleted custom fields of a mailing list and the deleted global ones',
  data: z.array(deletedCustomFieldSchema),
})

export const listDeletedGlobalCustomFields = endpoint({
  ...list,
  id: 'listDeletedGlobalCustomFields',
  path: 'custom_fields/deleted',
  summary: 'List the deleted global custom fields',
  data: z.array(deletedCustomFieldSchema),
})

const create = {
  ...common,
  method: 'POST',
  wrapper: 'custom_field',
  body: customFieldInput,
  paged: 'none',
  data: customFieldSchema,
} as const

export const createCustomField = endpoint({
  ...create,
  id: 'createCustomField',
  permission: 'custom_field.create',
  path: 'mailing_lists/:mailing_list_id/custom_fields',
  summary: 'Create a custom field of a mailing list',
})

export const createGlobalCustomField = endpoint({
  ...create,
  id: 'createGlobalCustomField',
  permission: 'custom_field.create',
  path: 'custom_fields',
  summary: 'Create a global custom field',
})

/** Below a list: one of the list's own or the global fields; otherwise any field of the organization. */
const one = {
  ...common,
  path: 'custom_fields/:id',
  aliases: ['mailing_lists/:mailing_list_id/custom_fields/:id'],
  paged: 'none',
} as const

export const showCustomField = endpoint({
  ...one,
  id: 'showCustomField',
  method: 'GET',
  summary: 'Show a custom field',
  data: customFieldSchema,
})

export const updateCustomField = endpoint({
  ...one,
  id: 'updateCustomField',
  permission: 'custom_field.update',
  method: 'PUT',
  summary: 'Update a custom field; attributes that are not given keep their values',
  wrapper: 'custom_field',
  body: customFieldChanges,
  data: customFieldSchema,
})

export const deleteCustomField = endpoint({
  ...one,
  id: 'deleteCustomField',
  permission: 'custom_field.delete',
  method: 'DELETE',
  summary: 'Delete a custom field; fails and lists the dependencies if something uses it',
  data: z.null(),
})

const promoteInput = z.object({
  custom_field_id: idField.meta({ description: 'A custom field of a mailing list.' }),
})

export const promoteCustomField = endpoint({
  ...common,
  id: 'promoteCustomField',
  permission: 'custom_field.update',
  method: 'POST',
  path: 'custom_fields/promote',
  summary: "Promote a mailing list's custom field to a global one",
  wrapper: 'custom_field_promoter',
  // Some clients wrap it as `promote`.
  body: z.preprocess(
    (body) => (isHash(body) && isHash(body['promote']) ? body['promote'] : body),
    promoteInput,
  ),
  paged: 'none',
  data: customFieldSchema,
})

const order = {
  ...common,
  permission: 'custom_field.update',
  method: 'PUT',
  wrapper: 'custom_field_order',
  body: z.object({
    custom_field_ids: z.array(idField).min(1).max(1000).meta({
      description:
        'Different ids of fields, in the new order. These fields exchange their places; others keep theirs.',
    }),
  }),
  paged: 'none',
  data: z.array(customFieldSchema),
} as const

export const orderCustomFields = endpoint({
  ...order,
  id: 'orderCustomFields',
  path: 'mailing_lists/:mailing_list_id/custom_fields/order',
  summary: "Order a mailing list's custom fields; the order of global ones counts for all lists",
})

export const orderGlobalCustomFields = endpoint({
  ...order,
  id: 'orderGlobalCustomFields',
  path: 'custom_fields/order',
  summary: 'Order the global custom fields',
})

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
