import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { succeed } from '../../contract/api/envelope.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { pendingMigrations } from '../../database/migrate.ts'

/** A database that is slower than this cannot serve calls either. */
const checkMs = 2_000

/**
 * Health checks without a credential. `/healthz`: the process answers (if not, restart it). `/readyz`: the server can
 * serve calls; 503 while the database is unavailable or has the schema of another version.
 * @param warnings what an operator should know of this process: sentences that name no secret.
 */
export function healthRoutes(app: FastifyInstance, sql: Sql, warnings: () => string[] = () => []): void {
  app.get('/healthz', async () => succeed({ status: 'alive' }, {}))
  app.get('/readyz', async (request) => {
    try {
      await Promise.race([checkSchema(sql), giveUp()])
    } catch (cause) {
      request.log.warn({ err: cause }, 'not ready')
      const message = 'the database cannot be reached or does not have the schema of this version'
      throw new AppError('internal_error', message, { status: 503, headers: { 'retry-after': '5' }, cause })
    }
    return succeed({ status: 'ready', warnings: warnings() }, {})
  })
}

async function checkSchema(sql: Sql): Promise<void> {
  const pending = await pendingMigrations(sql)
  if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}.`)
}

async function giveUp(): Promise<never> {
  await setTimeout(checkMs, undefined, { ref: false })
  throw new Error(`The database has not answered for ${checkMs} ms.`)
}
