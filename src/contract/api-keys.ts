import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import type { KeyRole } from './api/endpoint.ts'
import { choice, flag, name, text, whole } from './api/fields.ts'
import { tokenQuery } from './api/paging.ts'
import { apart, nameFilters } from './api/query.ts'

/** API keys: what the API takes and answers (specification, sections 2.3 and 4.2). */

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
          'The credential, ready to send after `Basic `. null where the server runs with `REVEAL_API_KEYS=once` and ' +
          'the answer is not that of a create or a rotation, and for keys that were sealed with another SECRET_KEY.',
      }),
    created_at: time,
    last_used_at: time.nullable().meta({ description: 'To the minute; null: never.' }),
    expires_at: time.nullable().meta({ description: 'The key is refused from then on; null: never.' }),
    previous_key_expires_at: time.nullable().meta({
      description: 'Until when the value before the last rotation works; null where there is none.',
    }),
  })
  .meta({ id: 'ApiKey' })

export type ApiKey = z.output<typeof apiKeySchema>

const expiry = text(64)
  .nullish()
  .meta({ description: 'A time to come, from which on the key is refused; null: it never expires.' })

export const apiKeyInput = z.object({
  name: name(100),
  role: choice(keyRoles)
    .nullish()
    .transform((value) => value ?? 'organization_admin'),
  active: flag.nullish().transform((value) => value ?? true),
  expires_at: expiry,
})

const unlessNull = <Value>(value: Value | null | undefined) => value ?? undefined

export const apiKeyChanges = z.object({
  name: name(100).optional(),
  role: choice(keyRoles).nullish().transform(unlessNull),
  active: flag.nullish().transform(unlessNull),
  expires_at: expiry,
})

export const overlapSecondsMax = 604_800
export const overlapSecondsDefault = 3_600

export const apiKeyRotation = z.object({
  overlap_seconds: whole(0, overlapSecondsMax)
    .nullish()
    .transform((value) => value ?? overlapSecondsDefault)
    .meta({ description: 'How long the old value goes on working: default 3600; 0: not at all.' }),
})

export type ApiKeyChanges = z.output<typeof apiKeyChanges>
export type ApiKeyRotation = z.output<typeof apiKeyRotation>

export const keyOrders = ['id', 'name'] as const
export type KeyOrder = (typeof keyOrders)[number]

const listQuery = apart(
  tokenQuery.safeExtend({
    ...nameFilters,
    order_by: choice(keyOrders)
      .default('id')
      .meta({ description: 'Default id; by name without regard to case.' }),
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
  summary: 'The API keys of the organization; those with the role system_admin only for such a key',
})

export const createApiKey = endpoint({
  ...own,
  ...create,
  id: 'createApiKey',
  path: 'api_keys',
  summary: 'Create an API key; the answer has its value',
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
  summary: 'Update an API key; attributes that are not given stay as they are, its value always does',
})

export const deleteApiKey = endpoint({
  ...own,
  ...remove,
  id: 'deleteApiKey',
  path: 'api_keys/:id',
  summary: 'Delete an API key; it is refused at once',
})

export const rotateApiKey = endpoint({
  ...own,
  ...rotate,
  id: 'rotateApiKey',
  path: 'api_keys/:id/rotate',
  summary:
    'Give an API key a new value; the old one works until the overlap is over, the one before no longer',
})

const path = 'organizations/:organization_id/api_keys'

export const listOrganizationApiKeys = endpoint({
  ...named,
  ...list,
  id: 'listOrganizationApiKeys',
  path,
  summary: 'The API keys of an organization',
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
  summary: 'Give an API key of an organization a new value',
})
