import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../database/driver/connection.ts'
import type { DkimSigner } from '../rendering/mime/dkim.ts'
import { remoteLimits, rowsMaxDefault, type RemoteRules } from '../outbound/databases/target.ts'
import type { RowDisks } from '../work/jobs/row-room.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { RouteOf } from './route.ts'
import type { Mailer } from './smtp/mailer.ts'

export type SendingEnvironment = {
  database: Database
  log: FastifyBaseLogger
  secrets: Secrets
  mailer: Mailer
  baseUrl: string
  worker: string
}

export type CampaignEnvironment = SendingEnvironment & {
  /** @param virtualMtaId null: the System Default Route. */
  findRoutes: (sql: Sql, organizationId: number, virtualMtaId: number | null) => Promise<RouteOf>
  findSigners: (sql: Sql, organizationId: number) => Promise<ReadonlyMap<string, DkimSigner>>
  pace: SendingPace
  /** Absent: not known. */
  rowDisks?: RowDisks | undefined
  remote: RemoteEnvironment
}

export type RemoteEnvironment = {
  rules: RemoteRules
  /** A query with more rows fails. */
  rowsMax: number
  /** After its first failures; after one more the campaign has failed. */
  retrySeconds: readonly number[]
}

export type SendingPace = {
  /** Messages of an autoresponder that are marked at once. A crash makes up to this many uncertain. */
  batchMax: number
  /** A campaign has up to so many times `batchMax` marked (decision 009), and `concurrency` at servers. */
  batchesAtOnce: number
  /** Messages at servers at once. */
  concurrency: number
  /** Afterwards a campaign yields to waiting ones. */
  sliceSeconds: number
  heartbeatSeconds: number
  /** Of a transaction that counts recipients beside the sending. */
  countSeconds: number
  /** Recipients, and ids of subscribers: a part of a campaign that is smaller is not given to another sender. */
  rangeMin: number
}

export const defaultPace: SendingPace = {
  batchMax: 50,
  batchesAtOnce: 2,
  concurrency: 10,
  sliceSeconds: 5,
  heartbeatSeconds: 1,
  countSeconds: 2,
  rangeMin: 1000,
}

/** After a minute and after five (specification of remote lists). */
export const queryRetrySeconds: readonly number[] = [60, 300]

/** Public databases only. */
export const defaultRemote: RemoteEnvironment = {
  rules: { allow: [], own: [], limits: remoteLimits },
  rowsMax: rowsMaxDefault,
  retrySeconds: queryRetrySeconds,
}
