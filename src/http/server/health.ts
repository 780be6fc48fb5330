import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { succeed } from '../../contract/api/envelope.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Migration } from '../../database/migration-files.ts'
import { migrationsDirectory, readMigrations } from '../../database/migration-files.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { oneLook } from '../../database/one-look.ts'
import { acceptsChanges } from '../../database/pooling/writable.ts'
import type { Spool } from '../../files/storage.ts'

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
  /** Sentences without secrets. */
  warnings?: (() => string[]) | undefined
}

/** The message is safe to show to any caller. */
class NotReady extends Error {}

/**
 * No credential is needed. `/healthz`: the process answers (if not, restart it). `/readyz`: 503 if the database is
 * unavailable, read-only or has the schema of another version, or the disk is full.
 */
export function healthRoutes(app: FastifyInstance, parts: Parts): void {
  const outage = createOutageLog(app.log)
  // Once: an upgrade replaces the files while this server runs.
  const migrations = readMigrations(parts.migrations ?? migrationsDirectory)
  migrations.catch(() => {})
  const isReady = oneLook({
    look: async () => requireReady(parts, await migrations),
    waitMs: checkMs,
    freshMs,
    onSuccess: outage.end,
    onFailure: outage.note,
  })
  app.get('/healthz', async () => succeed({ status: 'alive' }, {}))
  app.get('/readyz', async () => {
    await isReady().catch((cause: unknown) => {
      const message =
        cause instanceof NotReady
          ? cause.message
          : 'the database cannot be reached or does not have the schema of this version'
      throw new AppError('internal_error', message, { status: 503, headers: { 'retry-after': '5' }, cause })
    })
    return succeed({ status: 'ready', warnings: parts.warnings?.() ?? [] }, {})
  })
}

/** Probes ask every few seconds: an outage is logged when it begins, when its reason changes, and when it ends. */
function createOutageLog(log: FastifyBaseLogger) {
  let known: { reason: string; sinceMs: number } | undefined
  return {
    note: (error: unknown) => {
      const reason = error instanceof NotReady ? error.message : ''
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

async function requireReady({ sql, spool }: Parts, migrations: readonly Migration[]): Promise<void> {
  if ((await spool.freeBytes()) < freeBytesMin) throw new NotReady('the disk of the server is full')
  const pending = await pendingMigrations(sql, migrations)
  if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}.`)
  if (!(await acceptsChanges(sql))) throw new NotReady('the database takes no changes')
}
