import { z } from 'zod'
import { endpoint, type KeyRole } from './api/endpoint.ts'
import { choice, flag, name, text, whole } from './api/fields.ts'
import { tokenQuery } from './api/paging.ts'
import { apart, nameFilters, orderBy } from './api/query.ts'

export const keyRoles = ['organization_admin', 'system_admin'] as const satisfies readonly KeyRole[]

const time = z.iso.datetime({ offset: true })

export const apiKeySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    role: z.enum(keyRoles),
    active: z.boolean(),
    api_key: z
      .string()
      .nullable()
      .meta({
        description:
          'The credential, to send after `Basic `. null if the server runs with `REVEAL_API_KEYS=once` and this is not ' +
          'the answer to a create or a rotation, or if the key was encrypted with another SECRET_KEY.',
      }),
    created_at: time,
    last_used_at: time
      .nullable()
      .meta({ description: 'The last use, accurate to the minute. null: never used.' }),
    expires_at: time.nullable().meta({ description: 'When the key stops working. null: never.' }),
    previous_key_expires_at: time.nullable().meta({
      description: 'When the value before the last rotation stops working. null if there is none.',
    }),
  })
  .meta({ id: 'ApiKey' })

export type ApiKey = z.output<typeof apiKeySchema>

const expiry = text(64)
  .nullish()
  .meta({ description: 'A time in the future when the key stops working. null: it never expires.' })

export const apiKeyInput = z.object({
  name: name(100).meta({ description: 'A name for the key, up to 100 characters.' }),
  role: choice(keyRoles)
    .nullish()
    .transform((value) => value ?? 'organization_admin')
    .meta({
      description:
        'The role of the key. Only keys of the System Organization can be system_admin. Default: organization_admin.',
    }),
  active: flag
    .nullish()
    .transform((value) => value ?? true)
    .meta({ description: 'Whether the key can be used. Default: true.' }),
  expires_at: expiry,
})

const unlessNull = <Value>(value: Value | null | undefined) => value ?? undefined

export const apiKeyChanges = z.object({
  name: name(100).optional().meta({ description: 'A name for the key, up to 100 characters.' }),
  role: choice(keyRoles)
    .nullish()
    .transform(unlessNull)
    .meta({ description: 'The role of the key. Only keys of the System Organization can be system_admin.' }),
  active: flag.nullish().transform(unlessNull).meta({ description: 'Whether the key can be used.' }),
  expires_at: expiry,
})

export const overlapSecondsMax = 604_800
export const overlapSecondsDefault = 3_600

export const apiKeyRotation = z.object({
  overlap_seconds: whole(0, overlapSecondsMax)
    .nullish()
    .transform((value) => value ?? overlapSecondsDefault)
    .meta({
      description:
        'How many seconds the old value keeps working, at most 7 days. Default: 3600; 0: not at all.',
    }),
})

export type ApiKeyChanges = z.output<typeof apiKeyChanges>
export type ApiKeyRotation = z.output<typeof apiKeyRotation>

export const keyOrders = ['id', 'name'] as const
export type KeyOrder = (typeof keyOrders)[number]

const listQuery = apart(
  tokenQuery.safeExtend({
    ...nameFilters,
    order_by: orderBy(keyOrders),
  }),
  'name',
  'name_contains',
)

export type KeyListQuery = z.output<typeof listQuery>

const own = { tag: 'API keys', role: 'organization_admin', paged: 'none', data: apiKeySchema } as const
const named = { ...own, role: 'system_admin' } as const
const list = { method: 'GET', query: listQuery, paged: 'token', data: z.array(apiKeySchema) } as const
const create = { method: 'POST', wrapper: 'api_key', body: apiKeyInput } as const
const update = { method: 'PUT', wrapper: 'api_key', body: apiKeyChanges } as const
const rotate = { method: 'POST', wrapper: 'api_key', body: apiKeyRotation } as const
const remove = { method: 'DELETE', data: z.null() } as const

export const listApiKeys = endpoint({
  ...own,
  ...list,
  id: 'listApiKeys',
  path: 'api_keys',
  summary: 'List the API keys of the organization; only a system_admin key sees system_admin keys',
})

export const createApiKey = endpoint({
  ...own,
  ...create,
  id: 'createApiKey',
  path: 'api_keys',
  summary: 'Create an API key; the answer contains its value',
})

export const showApiKey = endpoint({
  ...own,
  id: 'showApiKey',
  method: 'GET',
  path: 'api_keys/:id',
  summary: 'Show an API key',
})

export const updateApiKey = endpoint({
  ...own,
  ...update,
  id: 'updateApiKey',
  path: 'api_keys/:id',
  summary: 'Update an API key; attributes that are not given keep their values',
})

export const deleteApiKey = endpoint({
  ...own,
  ...remove,
  id: 'deleteApiKey',
  path: 'api_keys/:id',
  summary: 'Delete an API key; it stops working at once',
})

export const rotateApiKey = endpoint({
  ...own,
  ...rotate,
  id: 'rotateApiKey',
  path: 'api_keys/:id/rotate',
  summary: 'Rotate an API key: the old value works until the overlap ends, earlier values stop at once',
})

const path = 'organizations/:organization_id/api_keys'

export const listOrganizationApiKeys = endpoint({
  ...named,
  ...list,
  id: 'listOrganizationApiKeys',
  path,
  summary: 'List the API keys of an organization',
})

export const createOrganizationApiKey = endpoint({
  ...named,
  ...create,
  id: 'createOrganizationApiKey',
  path,
  summary: 'Create an API key of an organization',
})

export const showOrganizationApiKey = endpoint({
  ...named,
  id: 'showOrganizationApiKey',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Show an API key of an organization',
})

export const updateOrganizationApiKey = endpoint({
  ...named,
  ...update,
  id: 'updateOrganizationApiKey',
  path: `${path}/:id`,
  summary: 'Update an API key of an organization',
})

export const deleteOrganizationApiKey = endpoint({
  ...named,
  ...remove,
  id: 'deleteOrganizationApiKey',
  path: `${path}/:id`,
  summary: 'Delete an API key of an organization',
})

export const rotateOrganizationApiKey = endpoint({
  ...named,
  ...rotate,
  id: 'rotateOrganizationApiKey',
  path: `${path}/:id/rotate`,
  summary: 'Rotate an API key of an organization',
})
