import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../database/driver/connection.ts'
import type { DkimSigner } from '../rendering/dkim.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { Mailer, Route } from './outcome.ts'

export type SendingEnvironment = {
  database: Database
  log: FastifyBaseLogger
  secrets: Secrets
  mailer: Mailer
  baseUrl: string
  worker: string
}

export type RouteOf = (recipientDomain: string) => Route

export type CampaignEnvironment = SendingEnvironment & {
  /** @param virtualMtaId null: the System Default Route. */
  findRoutes: (sql: Sql, organizationId: number, virtualMtaId: number | null) => Promise<RouteOf>
  findSigners: (sql: Sql, organizationId: number) => Promise<ReadonlyMap<string, DkimSigner>>
  pace: SendingPace
}

export type SendingPace = {
  /** Messages marked at once. A crash makes up to this many times `batchesAtOnce` uncertain (decision 009). */
  batchMax: number
  batchesAtOnce: number
  concurrency: number
  /** Afterwards a campaign yields to waiting ones. */
  sliceSeconds: number
  heartbeatSeconds: number
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
