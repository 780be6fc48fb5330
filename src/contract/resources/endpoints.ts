import { z } from 'zod'
import { endpoint, type Endpoint, type Role } from '../api/endpoint.ts'
import type { EndpointId } from '../api/grants.ts'
import { wholeQuery } from '../api/paging.ts'
import { apart, filter, orderBy } from '../api/query.ts'
import type { Permission } from '../users/permissions.ts'

/**
 * The same five operations for each small resource, at `<path>` for the caller's own organization and at
 * `organizations/:organization_id/<path>` for system administrators.
 */

type ResourcePermission = 'seed_list' | 'message_stream' | 'message_template'

type Kind<Input, Changes> = {
  /** In operation ids: `listVirtualMtas`, `showVirtualMta`. */
  name: string
  path: string
  tag: string
  /** In summaries, after an article: `virtual MTA`. */
  one: string
  many: string
  /** `:id` for whole numbers, `:key` if an id can be 0 or a string. */
  param: ':id' | ':key'
  wrapper: string
  record: z.ZodType
  input: z.ZodType<Input>
  changes: z.ZodType<Changes>
  /** An attribute, or `<attribute>_contains`; both ignore case. */
  filters: readonly string[]
  /** The first is the default. */
  orders: readonly [string, ...string[]]
  /** The lowest role for each, in the own organization. */
  roles: { read: Role; write: Role }
  /** For writes by the role `standard`. */
  permission?: ResourcePermission
  /** Its records have an `updated_at`, which a change can name. */
  versioned?: true
}

export type Operations<Input, Changes> = {
  list: Endpoint
  show: Endpoint
  create: Endpoint<string, z.ZodType<Input>>
  update: Endpoint<string, z.ZodType<Changes>>
  remove: Endpoint
}

export type ResourceEndpoints<Input, Changes> = Pick<Kind<Input, Changes>, 'filters' | 'orders'> & {
  own: Operations<Input, Changes>
  granted: Operations<Input, Changes>
}

export function resourceEndpoints<Input, Changes>(
  kind: Kind<Input, Changes>,
): ResourceEndpoints<Input, Changes> {
  const { filters, orders, permission } = kind
  const admin = { read: 'system_admin', write: 'system_admin' } as const
  return {
    filters,
    orders,
    own: operations(kind, { path: kind.path, suffix: '', words: '', roles: kind.roles, permission }),
    granted: operations(kind, {
      path: `organizations/:organization_id/${kind.path}`,
      suffix: 'OfOrganization',
      words: ' of an organization',
      roles: admin,
      permission: undefined,
    }),
  }
}

type Place = {
  path: string
  suffix: string
  words: string
  roles: { read: Role; write: Role }
  permission: ResourcePermission | undefined
}

function operations<Input, Changes>(kind: Kind<Input, Changes>, place: Place): Operations<Input, Changes> {
  return { ...readOperations(kind, place), ...writeOperations(kind, place) }
}

function readOperations<Input, Changes>(kind: Kind<Input, Changes>, { path, suffix, words, roles }: Place) {
  const reading = { tag: kind.tag, role: roles.read, method: 'GET' } as const
  return {
    list: endpoint({
      ...reading,
      id: `list${kind.name}s${suffix}` as EndpointId,
      path,
      summary: `List the ${kind.many}${words || ' of the organization'}`,
      query: listQuery(kind),
      paged: 'page',
      data: z.array(kind.record),
    }),
    show: endpoint({
      ...reading,
      id: `show${kind.name}${suffix}` as EndpointId,
      path: `${path}/${kind.param}`,
      summary: `Show a ${kind.one}${words}`,
      paged: 'none',
      data: kind.record,
    }),
  }
}

function writeOperations<Input, Changes>(kind: Kind<Input, Changes>, place: Place) {
  const { path, suffix, words, roles, permission } = place
  const one = `a ${kind.one}`
  const versioned = kind.versioned === true ? ({ versioned: true } as const) : {}
  const writing = (name: 'create' | 'update' | 'delete') => ({
    id: `${name}${kind.name}${suffix}` as EndpointId,
    tag: kind.tag,
    role: roles.write,
    ...(permission === undefined ? {} : { permission: `${permission}.${name}` satisfies Permission }),
    path: name === 'create' ? path : `${path}/${kind.param}`,
    paged: 'none' as const,
  })
  return {
    create: endpoint({
      ...writing('create'),
      method: 'POST',
      summary: `Create ${one}${words}`,
      wrapper: kind.wrapper,
      body: kind.input,
      data: kind.record,
    }),
    update: endpoint({
      ...writing('update'),
      ...versioned,
      method: 'PUT',
      summary: `Update ${one}${words}; attributes that are not given keep their values`,
      wrapper: kind.wrapper,
      body: kind.changes,
      data: kind.record,
    }),
    remove: endpoint({
      ...writing('delete'),
      ...versioned,
      method: 'DELETE',
      summary: `Delete ${one}${words}; fails and lists the dependencies if something uses it`,
      data: z.null(),
    }),
  }
}

function listQuery({ filters, orders }: Pick<Kind<unknown, unknown>, 'filters' | 'orders'>): z.ZodObject {
  const described = filters.map((name) => {
    const attribute = name.replace(/_contains$/, '')
    const words = attribute === name ? `with this ${name}` : `whose ${attribute} contains this text`
    return [name, filter(`Return records ${words}. Case is ignored.`)] as const
  })
  const schema: z.ZodObject = wholeQuery.safeExtend({
    ...Object.fromEntries(described),
    order_by: orderBy(orders),
  })
  return filters
    .filter((name) => filters.includes(`${name}_contains`))
    .reduce((whole, name) => apart(whole, name, `${name}_contains`), schema)
}

export type Selection = {
  conditions: { attribute: string; contains: boolean; text: string }[]
  orderBy: string
}

/** @param query parsed by the schema of the list. */
export function readSelection(
  { filters, orders }: Pick<ResourceEndpoints<unknown, unknown>, 'filters' | 'orders'>,
  query: Readonly<Record<string, unknown>>,
): Selection {
  const conditions = filters.flatMap((name) => {
    const text = query[name]
    if (typeof text !== 'string') return []
    const attribute = name.replace(/_contains$/, '')
    return [{ attribute, contains: attribute !== name, text }]
  })
  return { conditions, orderBy: orders.find((order) => order === query['order_by']) ?? orders[0] }
}
