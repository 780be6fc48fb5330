import { z } from 'zod'
import { filledFieldsSchema } from './custom-fields.ts'
import { deleteCodeSchema } from './delete-codes.ts'
import { endpoint } from '../api/endpoint.ts'
import { flag } from '../api/fields.ts'
import { autowinnerMetrics, delayUnits, mailingListChanges, mailingListInput } from './input.ts'
import { wholeQuery } from '../api/paging.ts'
import { apart, ids, nameFilters } from '../api/query.ts'

export const mailingListSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    d_from_email: z.string(),
    d_from_name: z.string(),
    d_reply_to: z.string(),
    d_sender_email: z.string(),
    d_speed: z.int().meta({ description: 'The maximum number of messages per hour. 0: unlimited.' }),
    d_virtual_mta: z.string(),
    d_virtual_mta_id: z
      .int()
      .meta({ description: 'The virtual MTA that sends the messages. 0: the System Default Route.' }),
    d_url_domain: z.string().nullable(),
    d_url_domain_id: z.int().nullable(),
    d_bounce_email: z.string().nullable(),
    d_bounce_email_id: z
      .string()
      .nullable()
      .meta({ description: 'The bounce email as user id and domain id: 4@1.' }),
    d_seed_lists: z.array(z.object({ id: z.int(), name: z.string() })),
    d_autowinner_enabled: z.boolean(),
    d_autowinner_percentage: z
      .string()
      .nullable()
      .meta({ description: 'A percentage with one or two decimals: 25.0.' }),
    d_autowinner_delay_amount: z.int().nullable(),
    d_autowinner_delay_unit: z.enum(delayUnits).nullable(),
    d_autowinner_metric: z.enum(autowinnerMetrics).nullable(),
    has_format: z.boolean().meta({ description: 'Whether subscribers have an email_format.' }),
    has_confirmed: z.boolean().meta({ description: 'Whether subscribers have a confirmed flag.' }),
    custom_headers_enabled: z.boolean(),
    custom_headers: z.string(),
    primary_key_custom_field_id: z
      .int()
      .nullable()
      .meta({ description: 'The custom field that identifies subscribers. null: their address.' }),
    preview_custom_field_data: filledFieldsSchema,
    is_remote_list: z.boolean(),
    database_connection_id: z.int().nullable(),
    database_connection_name: z.string().nullable(),
  })
  .meta({ id: 'MailingList' })

export type MailingList = z.input<typeof mailingListSchema>

const common = { tag: 'Mailing lists', role: 'standard', paged: 'none' } as const
const record = { ...common, data: mailingListSchema, wrapper: 'mailing_list' } as const

const idsMax = 500

const listQuery = apart(
  wholeQuery.safeExtend({
    ...nameFilters,
    ids: ids(idsMax)
      .optional()
      .meta({
        description: `Return these lists: at most ${idsMax} ids, separated by commas. Unknown ids are left out.`,
      }),
    is_remote_list: flag.optional().meta({
      description: 'Whether to return only the lists of remote databases, or only the others. Default: all.',
    }),
  }),
  'name',
  'name_contains',
)
export type MailingListQuery = z.output<typeof listQuery>

export const listMailingLists = endpoint({
  ...common,
  id: 'listMailingLists',
  method: 'GET',
  path: 'mailing_lists',
  summary: 'List the mailing lists of the organization, by id',
  query: listQuery,
  paged: 'page',
  data: z.array(mailingListSchema),
})

export const createMailingList = endpoint({
  ...record,
  id: 'createMailingList',
  permission: 'mailing_list.create',
  method: 'POST',
  path: 'mailing_lists',
  summary: 'Create a mailing list',
  body: mailingListInput,
})

export const showMailingList = endpoint({
  ...common,
  id: 'showMailingList',
  method: 'GET',
  path: 'mailing_lists/:id',
  summary: 'Show a mailing list',
  data: mailingListSchema,
})

const statusCounts = {
  active: z.int(),
  unsubscribed: z.int(),
  scomp: z.int(),
  bounced: z.int(),
  deactivated: z.int(),
}

/** How far back the days of a list are told. */
export const growthDays = 90

export const showMailingListGrowth = endpoint({
  id: 'showMailingListGrowth',
  tag: 'Mailing lists',
  role: 'standard',
  method: 'GET',
  path: 'mailing_lists/:id/growth',
  summary: `Count the subscribers of a mailing list by status, now and at the end of each of the last ${growthDays} days, and what added them`,
  paged: 'none',
  data: z
    .object({
      now: z.object(statusCounts),
      days: z.array(z.object({ day: z.iso.date(), ...statusCounts })).meta({
        description: 'The days in UTC that were counted, the oldest first.',
      }),
      sources: z.object({
        imported: z.int().meta({ description: 'The subscribers whom imports of these days have added.' }),
        web_forms: z.array(z.object({ id: z.int(), name: z.string(), confirmed: z.int() })).meta({
          description:
            'The five web forms with the most confirmed submissions since they exist. None for callers without the right web_form.read.',
        }),
      }),
    })
    .meta({ id: 'MailingListGrowth' }),
})

export type MailingListGrowth = z.output<(typeof showMailingListGrowth)['data']>

export const updateMailingList = endpoint({
  ...record,
  id: 'updateMailingList',
  permission: 'mailing_list.update',
  method: 'PUT',
  path: 'mailing_lists/:id',
  summary: 'Update a mailing list; attributes that are not given keep their values',
  body: mailingListChanges,
})

export const createMailingListDeleteCode = endpoint({
  ...common,
  id: 'createMailingListDeleteCode',
  writes: true,
  permission: 'mailing_list.delete',
  method: 'GET',
  path: 'mailing_lists/:id/delete_confirmation_code',
  summary: 'Request the code that confirms the deletion of a mailing list; earlier codes become invalid',
  data: deleteCodeSchema,
})

export const deleteMailingList = endpoint({
  ...common,
  id: 'deleteMailingList',
  permission: 'mailing_list.delete',
  method: 'DELETE',
  path: 'mailing_lists/:id/confirmed/:code',
  summary: 'Delete a mailing list with its subscribers and cancel its unfinished imports and exports',
  data: z.null(),
})
