import { z } from 'zod'
import { endpoint, type KeyRole } from './api/endpoint.ts'
import { choice, flag, name, text, whole } from './api/fields.ts'
import { tokenQuery } from './api/paging.ts'
import { apart, nameFilters, orderBy } from './api/query.ts'
import type { Rights } from './users/right-names.ts'
import { listIdsInput, rightsInput, rightsSchema } from './users/rights.ts'

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
    last_used_address: z
      .string()
      .nullable()
      .meta({ description: 'The address of the computer that used it last.' }),
    last_used_endpoint: z.string().nullable().meta({
      description: 'What it was used for last: the operationId of the call, or mcp for an assistant.',
    }),
    expires_at: time.nullable().meta({ description: 'When the key stops working. null: never.' }),
    permissions: rightsSchema.nullable().meta({
      description: 'What the key may do. null: whatever its role may.',
    }),
    mailing_list_ids: z
      .array(z.int())
      .nullable()
      .meta({ description: 'The mailing lists that exist for the key. null: all.' }),
    previous_key_expires_at: time.nullable().meta({
      description: 'When the value before the last rotation stops working. null if there is none.',
    }),
  })
  .meta({ id: 'ApiKey' })

export type ApiKey = Omit<z.output<typeof apiKeySchema>, 'permissions'> & { permissions: Rights | null }

const scopes = {
  permissions: rightsInput.nullish().meta({
    description:
      'What the key may do, by resource; reading is a permission, too. null: whatever its role may. Default: null.',
  }),
  mailing_list_ids: listIdsInput.nullish().meta({
    description:
      'The ids of the mailing lists that the key is limited to. All others, and what belongs to them, do not exist for it. null: all lists. Default: null.',
  }),
}

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
  ...scopes,
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
  ...scopes,
})

export const apiKeyRevocation = z
  .object({
    api_key: text(200).nullish().meta({ description: 'The key, as it was answered.' }),
    sha256: text(64)
      .refine((value) => /^[0-9a-f]{64}$/i.test(value), 'must have 64 hexadecimal digits')
      .nullish()
      .meta({ description: 'The SHA-256 hash of the key as it was answered, in hexadecimal digits.' }),
  })
  .refine(
    ({ api_key: key, sha256 }) => (key ?? sha256) != null && (key == null || sha256 == null),
    'must have either api_key or sha256',
  )

export type ApiKeyRevocation = z.output<typeof apiKeyRevocation>

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

export const revokeApiKey = endpoint({
  ...own,
  id: 'revokeApiKey',
  method: 'POST',
  path: 'api_keys/revoke',
  optionalWrapper: 'revocation',
  body: apiKeyRevocation,
  costly: true,
  summary:
    'Deactivate a key that became known, by its value or by the hash of it; a system_admin finds those of all organizations',
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
