import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/driver/connection.ts'
import { openSpool } from '../../files/open-spool.ts'
import { createReadiness, namesOf } from '../../http/server/health.ts'
import type { Config } from '../config.ts'
import { storageOf } from '../settings/storage.ts'
import { version } from '../version.ts'
import type { Sources } from './gather.ts'

type Watched = Pick<Sources, 'databaseUrl' | 'threads' | 'warnings' | 'clockOffset' | 'rowDisks'> & {
  database: Database
  dataDirectory: string
}

/** null if they are off: then nothing of them is loaded. */
export async function openMetrics(
  config: Config,
  { database, dataDirectory, databaseUrl, threads, warnings, clockOffset, rowDisks }: Watched,
  log: FastifyBaseLogger,
) {
  const { metrics, dataDir } = config
  if (metrics.port === 0) return null
  const { startMetrics } = await import('./start.ts')
  const spool = openSpool(storageOf(config, dataDirectory), database)
  const isReady = createReadiness({ sql: database, spool, warnings: () => namesOf(warnings()) }, log)
  return startMetrics(
    { ...metrics, isReady },
    { databaseUrl, threads, warnings, clockOffset, rowDisks, dataDir, version },
    log,
  )
}
