import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../database/driver/connection.ts'
import type { DkimSigner } from '../rendering/dkim.ts'
import type { Secrets } from '../secrets.ts'
import type { Mailer, Route } from './outcome.ts'

export type SendingEnvironment = {
  database: Database
  log: FastifyBaseLogger
  secrets: Secrets
  mailer: Mailer
  /** Public URL of the server, without a trailing slash. */
  baseUrl: string
  worker: string
}

export type RouteOf = (recipientDomain: string) => Route

export type CampaignEnvironment = SendingEnvironment & {
  /** @param virtualMtaId null: the System Default Route. */
  findRoutes: (sql: Sql, organizationId: number, virtualMtaId: number | null) => Promise<RouteOf>
  /** With the organization's active DKIM keys, by lower-case domain, and with those of the server. */
  findSigners: (sql: Sql, organizationId: number) => Promise<ReadonlyMap<string, DkimSigner>>
  pace: SendingPace
}

export type SendingPace = {
  /** Messages marked at once. A crash makes up to this many times `batchesAtOnce` uncertain. Of 100, ratio 1.21; of 50, 1.07. */
  batchMax: number
  batchesAtOnce: number
  concurrency: number
  /** After this time a campaign yields if another one is waiting. */
  sliceSeconds: number
  heartbeatSeconds: number
  /** Counting the recipients of a campaign takes no longer. */
  countSeconds: number
}

export const defaultPace: SendingPace = {
  batchMax: 50,
  batchesAtOnce: 2,
  concurrency: 10,
  sliceSeconds: 5,
  heartbeatSeconds: 1,
  countSeconds: 60,
}
