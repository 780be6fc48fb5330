import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../database/driver/connection.ts'
import type { DkimSigner } from '../rendering/message.ts'
import type { Secrets } from '../secrets.ts'
import type { Mailer, Route } from './outcome.ts'

/** What everything that sends works with. */
export type SendingEnvironment = {
  database: Database
  log: FastifyBaseLogger
  secrets: Secrets
  mailer: Mailer
  /** Where readers reach the server, without a slash at its end. */
  baseUrl: string
  /** Who this process is, in leases: for people who look. */
  worker: string
}

/** Where the messages of a virtual MTA go, by the domain of the recipient, in lower case. */
export type RouteOf = (recipientDomain: string) => Route

/** What a sender of campaigns and autoresponders needs besides. */
export type CampaignEnvironment = SendingEnvironment & {
  /** @param virtualMtaId null: the System Default Route. */
  findRoutes: (sql: Sql, organizationId: number, virtualMtaId: number | null) => Promise<RouteOf>
  /** The organization's active DKIM keys, by domain in lower case. */
  findSigners: (sql: Sql, organizationId: number) => Promise<ReadonlyMap<string, DkimSigner>>
  pace: SendingPace
}

export type SendingPace = {
  /** Messages marked at once: as many as a crash makes uncertain, times `batchesAtOnce`. Of 100, ratio 1.21; of 50, 1.07. */
  batchMax: number
  batchesAtOnce: number
  /** Messages of one batch that are with a server at once. */
  concurrency: number
  /** After this time a campaign gives way, if another one waits. */
  sliceSeconds: number
  heartbeatSeconds: number
}

export const defaultPace: SendingPace = {
  batchMax: 50,
  batchesAtOnce: 2,
  concurrency: 10,
  sliceSeconds: 5,
  heartbeatSeconds: 1,
}
