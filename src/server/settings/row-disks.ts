import type { FastifyBaseLogger } from 'fastify'
import { findDatabaseDirectories } from '../../database/pooling/disks.ts'
import type { RowDisks } from '../../work/jobs/row-room.ts'
import { configuredUrls, type Config } from '../config.ts'

/** Looks once. */
export async function findRowDisks(config: Config, log: Pick<FastifyBaseLogger, 'debug'>): Promise<RowDisks> {
  const urls = configuredUrls(config)
  if (urls === undefined) return [config.dataDir]
  return findDatabaseDirectories(urls.url).catch((error: unknown) => {
    log.debug({ err: error }, 'the disk of the database is not known')
    return []
  })
}
