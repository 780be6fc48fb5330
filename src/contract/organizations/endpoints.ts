import { z } from 'zod'
import { deleteCodeSchema } from '../lists/delete-codes.ts'
import { endpoint } from '../api/endpoint.ts'
import { organizationChanges, organizationInput, sendingQuotaModes, subscriberQuotaModes } from './input.ts'
import { organizationPermissionsSchema } from './permissions.ts'
import { choice, flag } from '../api/fields.ts'
import { tokenQuery } from '../api/paging.ts'
import { apart, nameFilters } from '../api/query.ts'

/** The organization as it is asked for and answered (specification, sections 2.5 and 4.4). */

const suppressionList = z.object({ id: z.int(), name: z.string() }).nullable()

const limitFields = {
  limit: z.int().optional().meta({ description: 'With visible_limit and hidden_limit.' }),
  overage: z
    .int()
    .optional()
    .meta({ description: 'Per cent on top of the limit, 0 to 10000; with visible_limit and hidden_limit.' }),
  notify_organization_admins: z.boolean().optional(),
}

const systemOnly = { description: 'Seen and edited only by a system administrator.' }

export const organizationSchema = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: 'Edited only by a system administrator.' }),
    active: z.boolean().optional().meta(systemOnly),
    anniversary_day: z
      .int()
      .meta({ description: 'Day of the month, 1 to 31; edited only by a system administrator.' }),
    time_zone_name: z.string().meta({
      description: '(GMT-06:00) Central Time (US & Canada), or an IANA name where there is no such label.',
    }),
    time_zone_utc_offset: z.int().meta({ description: 'Seconds, of standard time.' }),
    html_header: z.string(),
    html_footer: z.string(),
    text_header: z.string(),
    text_footer: z.string(),
    custom_headers: z.string().optional().meta(systemOnly),
    auto_subscriber_management: z
      .object({
        distribute_removals: z.boolean().meta({
          description:
            'Whoever unsubscribes from one list is removed from all lists of the organization. What an import says of a list counts for that list alone.',
        }),
        unsub_suppression_list: suppressionList,
        bounce_suppression_list: suppressionList,
        scomp_suppression_list: suppressionList,
      })
      .optional()
      .meta({ description: 'Only where the server has the feature.' }),
    sending_quota: z
      .object({ mode: z.enum(sendingQuotaModes), ...limitFields })
      .optional()
      .meta(systemOnly),
    subscriber_quota: z
      .object({ mode: z.enum(subscriberQuotaModes), ...limitFields })
      .optional()
      .meta(systemOnly),
    permissions: organizationPermissionsSchema.optional().meta(systemOnly),
  })
  .meta({ id: 'Organization' })

export type Organization = z.input<typeof organizationSchema>

/** With `minimal` there is nothing but these two. */
const listedOrganization = organizationSchema
  .partial()
  .required({ id: true, name: true })
  .meta({ id: 'ListedOrganization' })

const organizationOrders = ['id', 'name'] as const

const listQuery = apart(
  tokenQuery.safeExtend({
    ...nameFilters,
    minimal: flag.optional().meta({ description: 'true: id and name only.' }),
    order_by: choice(organizationOrders).default('id').meta({ description: 'id, the default, or name.' }),
  }),
  'name',
  'name_contains',
)

const common = { tag: 'Organizations', role: 'organization_admin', paged: 'none' } as const
const record = { ...common, data: organizationSchema, wrapper: 'organization' } as const

export const listOrganizations = endpoint({
  ...common,
  id: 'listOrganizations',
  method: 'GET',
  path: 'organizations',
  summary: 'All organizations; to others than system administrators their own',
  query: listQuery,
  paged: 'token',
  data: z.array(listedOrganization),
})

export const createOrganization = endpoint({
  ...record,
  id: 'createOrganization',
  role: 'system_admin',
  method: 'POST',
  path: 'organizations',
  summary: 'Create an organization',
  body: organizationInput,
})

export const showOrganization = endpoint({
  ...common,
  id: 'showOrganization',
  method: 'GET',
  path: 'organizations/:organization_id',
  summary: 'Show an organization',
  data: organizationSchema,
})

export const updateOrganization = endpoint({
  ...record,
  id: 'updateOrganization',
  method: 'PUT',
  path: 'organizations/:organization_id',
  summary: 'Update an organization; attributes that are not given stay as they are',
  body: organizationChanges,
})

export const createOrganizationDeleteCode = endpoint({
  ...common,
  id: 'createOrganizationDeleteCode',
  writes: true,
  role: 'system_admin',
  method: 'GET',
  path: 'organizations/:organization_id/delete_confirmation_code',
  summary: 'Ask for the code that confirms the delete of an organization; the last one is void',
  data: deleteCodeSchema,
})

export const deleteOrganization = endpoint({
  ...common,
  id: 'deleteOrganization',
  role: 'system_admin',
  method: 'DELETE',
  path: 'organizations/:organization_id/confirmed/:code',
  summary: 'Delete an organization with all that it has; its keys and users are refused at once',
  data: z.null(),
})
