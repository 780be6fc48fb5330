import { z } from 'zod'
import { deleteCodeSchema } from '../lists/delete-codes.ts'
import { endpoint } from '../api/endpoint.ts'
import { organizationChanges, organizationInput, sendingQuotaModes, subscriberQuotaModes } from './input.ts'
import { organizationPermissionsSchema } from './permissions.ts'
import { flag } from '../api/fields.ts'
import { tokenQuery } from '../api/paging.ts'
import { apart, ids, nameFilters, orderBy } from '../api/query.ts'

const suppressionList = z.object({ id: z.int(), name: z.string() }).nullable()

const limitFields = {
  limit: z.int().optional().meta({ description: 'The limit. Present with visible_limit and hidden_limit.' }),
  overage: z.int().optional().meta({
    description:
      'The percentage by which the limit can be exceeded, 0 to 10000. Present with visible_limit and hidden_limit.',
  }),
  notify_organization_admins: z.boolean().optional(),
}

const systemOnly = { description: 'Only system administrators can see and edit it.' }

export const organizationSchema = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: 'Only system administrators can edit it.' }),
    active: z.boolean().optional().meta(systemOnly),
    anniversary_day: z
      .int()
      .meta({ description: 'The day of the month, 1 to 31. Only system administrators can edit it.' }),
    time_zone_name: z.string().meta({
      description:
        'A label such as (GMT-06:00) Central Time (US & Canada), or an IANA name if there is no label.',
    }),
    time_zone_utc_offset: z.int().meta({ description: 'The offset from UTC in seconds, in standard time.' }),
    html_header: z.string(),
    html_footer: z.string(),
    text_header: z.string(),
    text_footer: z.string(),
    custom_headers: z.string().optional().meta(systemOnly),
    auto_subscriber_management: z
      .object({
        distribute_removals: z.boolean().meta({
          description:
            'Whether an address that is removed from one list is removed from all lists: by link, by a report of a mail server, by a call or by an import.',
        }),
        unsub_suppression_list: suppressionList,
        bounce_suppression_list: suppressionList,
        scomp_suppression_list: suppressionList,
      })
      .optional()
      .meta({ description: 'Present only if the feature is enabled on the server.' }),
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

const listedOrganization = organizationSchema
  .partial()
  .required({ id: true, name: true })
  .meta({ id: 'ListedOrganization' })

const organizationOrders = ['id', 'name'] as const

const idsMax = 500

const listQuery = apart(
  tokenQuery.safeExtend({
    ...nameFilters,
    ids: ids(idsMax)
      .optional()
      .meta({
        description: `Return these organizations: at most ${idsMax} ids, separated by commas. Unknown ids are left out.`,
      }),
    minimal: flag.optional().meta({
      description: 'Whether to return only the id and the name of each organization. Default: false.',
    }),
    order_by: orderBy(organizationOrders),
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
  summary: "List organizations: all of them for a system administrator, otherwise the caller's own",
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
  summary: 'Update an organization; attributes that are not given keep their values',
  body: organizationChanges,
})

export const createOrganizationDeleteCode = endpoint({
  ...common,
  id: 'createOrganizationDeleteCode',
  writes: true,
  role: 'system_admin',
  method: 'GET',
  path: 'organizations/:organization_id/delete_confirmation_code',
  summary: 'Request the code that confirms the deletion of an organization; earlier codes become invalid',
  data: deleteCodeSchema,
})

export const deleteOrganization = endpoint({
  ...common,
  id: 'deleteOrganization',
  role: 'system_admin',
  method: 'DELETE',
  path: 'organizations/:organization_id/confirmed/:code',
  summary: 'Delete an organization with all its data; its keys and sessions stop working at once',
  data: z.null(),
})
