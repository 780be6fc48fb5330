import type { z } from 'zod'
import type { Paged } from './envelope.ts'
import type { Permission } from '../users/permissions.ts'

/** From the lowest to the highest. Keys have one of the last two (specification, sections 2.3 and 2.4). */
export const roles = ['standard', 'organization_admin', 'system_admin'] as const
export type Role = (typeof roles)[number]
export type KeyRole = Exclude<Role, 'standard'>

/** `id` and `…_id` segments are numbers, all others texts as they stand in the path. */
type ParamType<Name extends string> = Name extends 'id' | `${string}_id` ? number : string

export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `:${infer Name}`
    ? { [Key in Name]: ParamType<Name> }
    : unknown

/**
 * One endpoint as one plain object. The server routes it, the client calls it, the OpenAPI document lists it: no
 * other place says what an endpoint looks like.
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
  /** The lowest role that may call it; `anyone`: no credential is needed. */
  role: Role | 'anyone'
  /** What a user of the role `standard` needs beside the role. */
  permission?: Permission
  /** Also for users who must have a second factor and have none yet: they can do nothing else. */
  withoutSecondFactor?: true
  /** A GET that makes something. */
  writes?: true
  /** The parameters of the query. Others are ignored, and named in the `warnings` of the answer. */
  query?: Query
  /** The key that wraps the record in the body, where the endpoint takes one. */
  wrapper?: string
  /** A key that may wrap the record where the specification has none. */
  optionalWrapper?: string
  /** Takes an Idempotency-Key although it is no POST: every POST does. */
  idempotencyKey?: true
  /** The record of the body; checked after the object of the path was found (docs/decisions). */
  body?: Body
  paged: Paged
  /** The schema of `data`; for `plain` endpoints of the text. */
  data: Data
  /** An answer outside the envelope: the content types that it can have. */
  plain?: readonly string[]
}

/** Of an endpoint that takes no parameters. */
type NoQuery = z.ZodObject<Record<string, never>>

export function endpoint<
  const Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject = NoQuery,
>(definition: Endpoint<Path, Body, Data, Query>): Endpoint<Path, Body, Data, Query> {
  return definition
}

/** Where every endpoint is mounted; the first is the one that documents and clients use. */
export const mounts = ['/ga/api/v2', '/ga/api', '/api/v2', '/api'] as const

/** All spellings of an endpoint's path below a mount: its aliases, and `organization/` beside `organizations/`. */
export function spellingsOf(definition: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  const paths: string[] = [definition.path, ...(definition.aliases ?? [])]
  return paths.flatMap((path) =>
    path.startsWith('organizations/') ? [path, path.replace('organizations/', 'organization/')] : [path],
  )
}
