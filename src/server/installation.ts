import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import { loadStableId } from '../files/stable-id.ts'
import { placeOfFiles } from '../files/open-spool.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { Config } from './config.ts'
import { prepareSystem, secretSourceOf } from './first-start.ts'
import { openKeyRing } from './secret/key-ring.ts'
import type { SecretSource } from './secret/key-ring.ts'
import { keepPresence } from './presence.ts'
import type { Presence, PresenceParts } from './presence.ts'
import { checkIdentity } from './restored-copy.ts'

export type Installation = Presence & {
  secrets: Secrets
  source: SecretSource
  serverIdentity: string
  dataDirectory: string
}

/** Call this after the migrations. @throws Error, a sentence for the operator, if the secret is wrong. */
export async function openInstallation(
  config: Config,
  database: Database,
  running: Pick<PresenceParts, 'imports' | 'part'>,
  log: FastifyBaseLogger,
): Promise<Installation> {
  const source = await secretSourceOf(config)
  const ring = await openKeyRing(database, source)
  const { identity: serverIdentity } = await checkIdentity(database, config.dataDir, config.serverIdentity)
  await prepareSystem(database)
  const dataDirectory = await loadStableId(config.dataDir, 'directory_id')
  const place = placeOfFiles(config.storage, dataDirectory)
  const presence = await keepPresence({
    database,
    ring,
    dataDirectory,
    place,
    ...running,
    serverIdentity,
    log,
  })
  return { ...presence, secrets: ring.secrets, source, serverIdentity, dataDirectory }
}
