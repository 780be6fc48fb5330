import { configuredUrls, type Config } from '../server/config.ts'
import { ensureDataDir } from '../server/first-start.ts'
import { startEmbedded } from '../database/embedded/start.ts'
import type { DatabaseUrls } from '../database/address.ts'
import { findRunning } from '../database/embedded/running.ts'

/** Uses the configured database, the embedded one of a running server, or starts the embedded one temporarily. */
export async function withDatabaseUrl<Result>(
  config: Config,
  work: (urls: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const urls = configuredUrls(config) ?? (await findRunning(config.dataDir))
  if (urls !== undefined) return work(urls)
  await ensureDataDir(config.dataDir)
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: console.error })
  return work(embedded).finally(embedded.stop)
}
