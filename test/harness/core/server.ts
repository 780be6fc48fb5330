import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { registerApi } from '../../../src/http/server/api.ts'
import { createServer, type ErrorMode, type ServerSettings } from '../../../src/http/server/create.ts'
import { type Secrets, openSecrets } from '../../../src/secrets/ring.ts'
import { openSpool, type Storage } from '../../../src/files/open-spool.ts'
import {
  ensureSystemOrganization,
  insertOrganization,
} from '../../../src/store/conditions/system-organization.ts'
import { anActor, type Actor } from './api.ts'
import { aDatabase } from './database.ts'

export type Server = {
  app: FastifyInstance
  sql: Database
  /** For workers. */
  databaseUrl: string
  url: string
  port: number
  spoolDir: string
  secrets: Secrets
  /** An organization_admin key of an organization in UTC, and the system_admin key of the System Organization. */
  a: Actor
  system: Actor
  /** Unexpected errors in the log of the server. */
  faults: unknown[]
}

type ServerOptions = {
  errorMode?: ErrorMode
  /** Default: one that keeps `faults`. */
  log?: FastifyBaseLogger
  baseUrl?: string
  settings?: ServerSettings
  /** Default: a new directory. */
  spoolDir?: string
  /** Default: the disk. */
  storage?: Storage
  uploadBytesMax?: number
  /** Upload directory and hosts of imports. Default: none. */
  importFiles?: Parameters<typeof registerApi>[1]['importFiles']
  /** Default: those of the system. */
  dnsServers?: readonly string[]
  /** Default: no database on this machine. */
  remote?: Parameters<typeof registerApi>[1]['remote']
  throttleNow?: () => number
  /** Providers that people log in with. Default: those on the public internet. */
  providers?: Parameters<typeof registerApi>[1]['providers']
  /** Whether row-level security applies to the server, as in an installation. Default: no. */
  rowSecurity?: boolean
  /** Default: none. */
  rateLimits?: Parameters<typeof registerApi>[1]['rateLimits']
  /** Default: any that is free. */
  port?: number
  /** Called for each route that is added. */
  prepare?: (app: FastifyInstance) => void
}

/** The whole API on a socket, on an empty database of its own; both end with the test. */
export async function aServer({
  errorMode = 'real',
  settings = {},
  prepare = () => {},
  log,
  baseUrl,
  spoolDir,
  storage = 'disk',
  uploadBytesMax,
  importFiles,
  dnsServers,
  remote,
  throttleNow,
  providers,
  rowSecurity = false,
  rateLimits,
  port = 0,
}: ServerOptions = {}): Promise<Server> {
  const { sql, url: databaseUrl, connections } = await aDatabase()
  const database = rowSecurity
    ? connections({ max: 4, applicationName: 'test server', role: applicationRole })
    : sql
  const directory = spoolDir ?? (await mkdtemp(join(tmpdir(), 'quiver-server-')))
  if (spoolDir === undefined) onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const secrets = openSecrets(randomBytes(32).toString('hex'))
  const faults: unknown[] = []
  const app = createServer(log ?? logInto(faults), errorMode, settings)
  onTestFinished(() => app.close())
  prepare(app)
  const spool = openSpool({ spoolDir: directory, storage, dataDirectory: 'here' }, sql)
  const parts = { database, secrets, spool, jsonBytesMax: 1_000_000 }
  await registerApi(app, {
    ...parts,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(uploadBytesMax !== undefined && { uploadBytesMax }),
    ...(importFiles !== undefined && { importFiles }),
    ...(dnsServers !== undefined && { dnsServers }),
    ...(remote !== undefined && { remote }),
    ...(throttleNow !== undefined && { throttleNow }),
    ...(rateLimits !== undefined && { rateLimits }),
    ...(providers !== undefined && { providers }),
  })
  await ensureSystemOrganization(sql)
  const a = await anActor(sql, secrets, await insertOrganization(sql, 'A', 'UTC'))
  const system = await anActor(sql, secrets, 1, 'system_admin')
  const url = await app.listen({ host: '127.0.0.1', port })
  return {
    app,
    sql,
    databaseUrl,
    url,
    port: Number(new URL(url).port),
    spoolDir: directory,
    secrets,
    a,
    system,
    faults,
  }
}

/** A log that keeps only unexpected errors. */
export function logInto(faults: unknown[]): FastifyBaseLogger {
  const fault = (...entry: unknown[]) => void faults.push(entry)
  const quiet = () => {}
  const log: FastifyBaseLogger = {
    level: 'error',
    fatal: fault,
    error: fault,
    warn: quiet,
    info: quiet,
    debug: quiet,
    trace: quiet,
    silent: quiet,
    child: () => log,
  }
  return log
}
