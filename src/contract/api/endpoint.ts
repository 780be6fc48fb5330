import type { z } from 'zod'
import type { Paged } from './envelope.ts'
import type { Permission } from '../users/permissions.ts'
import type { EndpointId } from './grants.ts'

/** From lowest to highest. Keys have one of the last two (specification, sections 2.3 and 2.4). */
export const roles = ['standard', 'organization_admin', 'system_admin'] as const
export type Role = (typeof roles)[number]
export type KeyRole = Exclude<Role, 'standard'>

type ParamType<Name extends string> = Name extends 'id' | `${string}_id` ? number : string

export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `:${infer Name}`
    ? { [Key in Name]: ParamType<Name> }
    : unknown

/** The only description of an endpoint: used by the server's router, the client and the OpenAPI document. */
export type Endpoint<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> = {
  /** Unique: `createSubscriberImport`. The table of grants says who may call it. */
  id: EndpointId
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the mount, without a leading slash: `mailing_lists/:mailing_list_id/subscriber_imports`. */
  path: Path
  /** Other paths of the same operation; they can have more parameters than `path`. */
  aliases?: readonly string[]
  summary: string
  tag: string
  /** The lowest role that may call it. */
  role: Role | 'anyone'
  /** Users with the role `standard` also need this permission, or one of several. */
  permission?: Permission | readonly Permission[]
  /** About the user's own account: it acts in the user's own organization even if the session has stepped into another. */
  ofOwnAccount?: true
  /** The only endpoints that users who must set up a second factor can call until they have one. */
  withoutSecondFactor?: true
  /** A GET that creates something. */
  writes?: true
  /** Slow on large data: the number of such calls in progress is limited per organization. */
  costly?: true | { withQuery: string }
  query?: Query
  wrapper?: string
  optionalWrapper?: string
  /** What a caller can do who sends several records. */
  several?: string
  /** Attributes that are also accepted next to a wrapped record. */
  beside?: z.ZodObject
  /** The change can name the `updated_at` that it is about, and is refused if the record has another one. */
  versioned?: true
  /** Default: only a POST takes an Idempotency-Key. */
  idempotencyKey?: boolean
  /** Validated after the object in the path is found (docs/decisions/001). */
  body?: Body
  paged: Paged
  /** The schema of `data`, or of the whole text for `plain` endpoints. */
  data: Data
  /** Content types, if the answer has no envelope. */
  plain?: readonly string[]
}

type NoQuery = z.ZodObject<Record<string, never>>

export function endpoint<
  const Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject = NoQuery,
>(definition: Endpoint<Path, Body, Data, Query>): Endpoint<Path, Body, Data, Query> {
  return definition
}

/** Every endpoint is served below each; documents and clients use the first. */
export const mounts = ['/ga/api/v2', '/ga/api', '/api/v2', '/api'] as const

/** Includes aliases, and `organization/` for `organizations/`. */
export function spellingsOf(definition: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  const paths: string[] = [definition.path, ...(definition.aliases ?? [])]
  return paths.flatMap((path) =>
    path.startsWith('organizations/') ? [path, path.replace('organizations/', 'organization/')] : [path],
  )
}
