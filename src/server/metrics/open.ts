import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import type { Sources } from './gather.ts'

/** null if they are off: then nothing of them is loaded. */
export async function openMetrics(
  { metrics, dataDir }: Config,
  sources: Pick<Sources, 'databaseUrl' | 'threads' | 'warnings' | 'clockOffset'>,
  log: FastifyBaseLogger,
) {
  if (metrics.port === 0) return null
  const { startMetrics } = await import('./start.ts')
  return startMetrics(metrics, { ...sources, dataDir, version }, log)
}
