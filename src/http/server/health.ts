import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { succeed } from '../../contract/api/envelope.ts'
import { AppError } from '../../contract/api/errors.ts'
import { clauseOf } from '../../database/pooling/causes.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { type Migration, migrationsDirectory, readMigrations } from '../../database/migration-files.ts'
import { compareSchema } from '../../database/migrate.ts'
import { oneLook } from '../../database/one-look.ts'
import { isConnectionLost } from '../../database/retry.ts'
import { acceptsChanges } from '../../database/pooling/writable.ts'
import type { Spool } from '../../files/storage.ts'
import { isStopping } from './last-answers.ts'

/** A slower database cannot serve calls either. */
const checkMs = 2_000

const freshMs = 1_000

/** PostgreSQL writes its log in files of this size, and stops if it cannot create one. */
const freeBytesMin = 16 * 1_048_576

type Parts = {
  sql: Sql
  spool: Pick<Spool, 'freeBytes'>
  /** Default: that of this server. */
  migrations?: string
  /** Names of kinds: strangers read them. The sentences are for operators (GET health, the log, quiver doctor). */
  warnings?: (() => string[]) | undefined
}

/** @returns the names of warnings. @throws AppError that says why not: 503. */
export type Readiness = () => Promise<string[]>

const upgradedSentence =
  'A newer version has upgraded the database: this process works on, but cannot start again. Restart it with the newer version.'

const otherSchema = 'the database does not have the schema of this version'

/** The message is safe to show to any caller. */
class NotReady extends Error {}

/**
 * 503 if the database is unavailable or read-only, lacks a migration of this version or has others in their place, or the disk is
 * full. A database that a newer version has upgraded is a warning: this process works on until its restart.
 */
export function createReadiness(parts: Parts, log: FastifyBaseLogger): Readiness {
  const outage = createOutageLog(log)
  // Once: an upgrade replaces the files while this server runs.
  const migrations = readMigrations(parts.migrations ?? migrationsDirectory)
  migrations.catch(() => {})
  let isUpgraded = false
  const isReady = oneLook({
    look: async () => requireReady(parts, await migrations),
    waitMs: checkMs,
    freshMs,
    onSuccess: outage.end,
    onFailure: outage.note,
  })
  return async () => {
    const isNewer = await isReady().catch((cause: unknown) => {
      const message =
        cause instanceof NotReady
          ? cause.message
          : (clauseOf(cause) ?? 'the database cannot be used: see the log of the server')
      throw notReady(message, cause)
    })
    if (isNewer && !isUpgraded) log.warn({ warning: 'upgraded' }, upgradedSentence)
    isUpgraded = isNewer
    return [...(parts.warnings?.() ?? []), ...(isNewer ? ['upgraded'] : [])]
  }
}

/** No credential is needed. `/healthz`: the process answers (if not, restart it). `/readyz`: also 503 once a stop has begun. */
export function healthRoutes(app: FastifyInstance, parts: Parts): void {
  const isReady = createReadiness(parts, app.log)
  app.get('/healthz', async () => alive)
  app.get('/readyz', async () => {
    if (isStopping(app)) throw notReady('the server is stopping')
    return ready(await isReady())
  })
}

/** Of several warnings of one kind, one. */
export function namesOf(warnings: readonly { name: string }[]): string[] {
  return [...new Set(warnings.map(({ name }) => name))]
}

export const alive = succeed({ status: 'alive' }, {})

export function ready(warnings: string[]) {
  return succeed({ status: 'ready', warnings }, {})
}

function notReady(message: string, cause?: unknown): AppError {
  return new AppError('internal_error', message, { status: 503, headers: { 'retry-after': '5' }, cause })
}

/** Probes ask every few seconds: an outage is logged when it begins, when its reason changes, and when it ends. */
function createOutageLog(log: FastifyBaseLogger) {
  let known: { reason: string; sinceMs: number } | undefined
  return {
    note: (error: unknown) => {
      const reason = error instanceof NotReady ? error.message : (clauseOf(error) ?? '')
      if (known?.reason !== reason) log.warn({ err: error }, 'not ready')
      known = { reason, sinceMs: known?.sinceMs ?? performance.now() }
    },
    end: () => {
      if (known === undefined) return
      log.info({ seconds: Math.round((performance.now() - known.sinceMs) / 1000) }, 'ready again')
      known = undefined
    },
  }
}

async function requireReady({ sql, spool }: Parts, migrations: readonly Migration[]): Promise<boolean> {
  if ((await spool.freeBytes()) < freeBytesMin) throw new NotReady('the disk of the server is full')
  const { pending, newer } = await compareSchema(sql, migrations).catch((cause: unknown) => {
    if (isConnectionLost(cause) || clauseOf(cause) !== undefined) throw cause
    throw new NotReady(otherSchema, { cause })
  })
  if (pending.length > 0)
    throw new NotReady(otherSchema, { cause: new Error(`The database lacks ${pending.join(', ')}.`) })
  if (!(await acceptsChanges(sql))) throw new NotReady('the database takes no changes')
  return newer.length > 0
}
