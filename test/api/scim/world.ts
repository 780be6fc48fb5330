import { expect } from 'vitest'
import { scimRoutes } from '../../../src/http/scim/routes.ts'
import type { Router } from '../../../src/http/route/bind.ts'
import type { Rights } from '../../../src/contract/users/right-names.ts'
import type { LogInProviderInput } from '../../../src/contract/resources/log-in-providers.ts'
import { anActor, anApi, type Actor, type Api } from '../../harness/core/api.ts'

const baseUrl = 'https://quiver.example'

/** What a test reads of an answer. */
export type Resource = {
  id: string
  status?: string
  detail?: string
  scimType?: string
  displayName: string
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: Resource[]
  attributes: Resource[]
  members?: { value: string }[]
  meta: { version: string }
  [other: string]: unknown
}
export type Reply = { status: number; body: Resource; headers: Record<string, unknown> }

type Sent = { headers?: Record<string, string>; as?: Actor }

export type World = Api & {
  /** The key of `a`, and one of `b`. */
  key: Actor
  other: Actor
  scim: (method: string, path: string, body?: unknown, sent?: Sent) => Promise<Reply>
}

/** SCIM under row-level security; `a` has proven example.com. */
export async function aScimWorld(
  ...routes: ((route: Router, secrets: Api['secrets']) => void)[]
): Promise<World> {
  let router: Router | undefined
  const api = await anApi((route) => (router = route), ...routes)
  if (router === undefined) throw new Error('no router')
  scimRoutes(api.app, router, { database: api.database, baseUrl })
  await prove(api, api.a.organizationId, 'example.com')
  const key = await aScimKey(api, api.a.organizationId)
  const other = await aScimKey(api, api.b.organizationId)
  const scim: World['scim'] = async (method, path, body, { headers = {}, as = key } = {}) => {
    const reply = await api.app.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${as.credential}`,
        'content-type': 'application/scim+json',
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/scim+json')
    if (reply.body !== '' && !isJson) throw new Error(`${method} ${path} answers ${reply.body}`)
    return {
      status: reply.statusCode,
      body: JSON.parse(reply.body === '' ? '{}' : reply.body) as Resource,
      headers: reply.headers,
    }
  }
  return { ...api, key, other, scim }
}

export async function prove(
  { sql }: Pick<Api, 'sql'>,
  organizationId: number,
  domain: string,
): Promise<void> {
  await sql`
    insert into sender_domains (organization_id, domain, proven_at, proven_by, seen_at)
    values (${organizationId}, ${domain}, now(), 'txt', now())`
}

export async function aScimKey(
  api: Api,
  organizationId: number,
  permissions: Rights | null = { scim: ['provision'] },
): Promise<Actor> {
  const actor = await anActor(api.sql, api.secrets, organizationId)
  const value = permissions === null ? null : api.sql.json(permissions)
  await api.sql`update api_keys set permissions = ${value} where id = ${actor.apiKeyId}`
  return actor
}

/** What the groups of the people at example.com may do. */
export async function aMapping(
  { sql, a }: Api,
  groupRights: NonNullable<LogInProviderInput['group_rights']>,
  rest: { role_id?: number } = {},
): Promise<void> {
  await sql`
    insert into log_in_providers (organization_id, name, issuer, client_id, email_domains, group_rights, role_id)
    values (${a.organizationId}, 'Work', 'https://login.example.com', 'quiver', '["example.com"]',
      ${sql.json(groupRights)}, ${rest.role_id ?? null})`
}

export const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export const ops = (...Operations: object[]) => ({ schemas: [patchOp], Operations })

/** As Entra ID sends people by default. */
export const ann = {
  schemas: [user, enterprise],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: 'Ann@example.com',
  active: true,
  displayName: 'Ann Example',
  name: { formatted: 'Ann Example', familyName: 'Example', givenName: 'Ann' },
  emails: [{ primary: true, type: 'work', value: 'ann@example.com' }],
  title: 'Editor',
  [enterprise]: { department: 'News', manager: { value: '26118915' } },
  meta: { resourceType: 'User' },
}

export async function made({ scim }: World, given: object = ann): Promise<Resource> {
  const { status, body } = await scim('POST', '/Users', given)
  expect([status, body['detail']]).toEqual([201, undefined])
  return body
}

export const problem = ({ status, body }: Reply) => [status, body['scimType']]
