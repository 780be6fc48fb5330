import type { z } from 'zod'
import type { Paged } from './envelope.ts'
import type { Permission } from '../users/permissions.ts'

/** From the lowest to the highest. Keys have one of the last two (specification, sections 2.3 and 2.4). */
export const roles = ['standard', 'organization_admin', 'system_admin'] as const
export type Role = (typeof roles)[number]
export type KeyRole = Exclude<Role, 'standard'>

/** `id` and `…_id` segments are numbers, all others are strings. */
type ParamType<Name extends string> = Name extends 'id' | `${string}_id` ? number : string

export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `:${infer Name}`
    ? { [Key in Name]: ParamType<Name> }
    : unknown

/**
 * One endpoint as a plain object, the only description of it: the server routes it, the client calls it and the
 * OpenAPI document lists it.
 */
export type Endpoint<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> = {
  /** The operation's name, unique: `createSubscriberImport`. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the mount, without a leading slash: `mailing_lists/:mailing_list_id/subscriber_imports`. */
  path: Path
  /** Other paths of the same operation; they may name more parameters than `path`. */
  aliases?: readonly string[]
  summary: string
  tag: string
  /** The lowest role that may call it; `anyone` needs no credential. */
  role: Role | 'anyone'
  /** The permission that users with the role `standard` need as well; of several, one. */
  permission?: Permission | readonly Permission[]
  /** Users who must set up a second factor may call only these endpoints until they have one. */
  withoutSecondFactor?: true
  /** A GET that creates something. */
  writes?: true
  /** Takes long on large data: an organization may have few such calls in progress. */
  costly?: true | { withQuery: string }
  /** The query parameters. Others are ignored and named in the `warnings` of the answer. */
  query?: Query
  /** The key that wraps the record in the body, if any. */
  wrapper?: string
  /** An accepted wrapper key that the specification does not have. */
  optionalWrapper?: string
  /** Attributes that are also taken next to a wrapped record. */
  beside?: z.ZodObject
  /** Whether it takes an Idempotency-Key. Default: only a POST does. */
  idempotencyKey?: boolean
  /** The record in the body; validated after the object in the path is found (docs/decisions). */
  body?: Body
  paged: Paged
  /** The schema of `data`, or of the text for `plain` endpoints. */
  data: Data
  /** The content types of an answer without the envelope. */
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

/** The mounts of every endpoint; documents and clients use the first. */
export const mounts = ['/ga/api/v2', '/ga/api', '/api/v2', '/api'] as const

/** All spellings of a path: its aliases, and `organization/` as well as `organizations/`. */
export function spellingsOf(definition: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  const paths: string[] = [definition.path, ...(definition.aliases ?? [])]
  return paths.flatMap((path) =>
    path.startsWith('organizations/') ? [path, path.replace('organizations/', 'organization/')] : [path],
  )
}
