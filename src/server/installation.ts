import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import { loadStableId } from '../files/stable-id.ts'
import { placeOfFiles } from '../files/open-spool.ts'
import { checkObjectStorage } from '../files/stored/client.ts'
import { placeOfObjects, type ObjectStorage } from '../files/stored/object-storage.ts'
import type { RowDisks } from '../work/jobs/row-room.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { Config } from './config.ts'
import { prepareSystem, secretSourceOf } from './first-start.ts'
import { findRowDisks } from './settings/row-disks.ts'
import { openKeyRing, type SecretSource } from './secret/key-ring.ts'
import { keepPresence, type Presence, type PresenceParts } from './presence.ts'
import { openAttendance } from './line/attendance.ts'
import { checkIdentity } from './restored-copy.ts'

export type Installation = Presence & {
  secrets: Secrets
  source: SecretSource
  serverIdentity: string
  dataDirectory: string
  rowDisks: RowDisks
}

/** Call this after the migrations. @throws Error, a sentence for the operator, if the secret is wrong. */
export async function openInstallation(
  config: Config,
  database: Database,
  running: Pick<PresenceParts, 'imports' | 'part'>,
  log: FastifyBaseLogger,
): Promise<Installation> {
  await checkFiles(config, log)
  const source = await secretSourceOf(config)
  const ring = await openKeyRing(database, source)
  const { identity: serverIdentity } = await checkIdentity(database, config.dataDir, config.serverIdentity)
  await prepareSystem(database)
  const { dataDir, storage } = config
  const attendance = await openAttendance({ database, dataDir, storage, identity: serverIdentity, log })
  const dataDirectory = await loadStableId(config.dataDir, 'directory_id')
  const place = placeOfFiles(config.storage, dataDirectory)
  const presence = await keepPresence({
    database,
    ring,
    dataDirectory,
    place,
    baseUrl: config.baseUrl,
    ...running,
    attendance,
    log,
  })
  const rowDisks = await findRowDisks(config, log)
  return { ...presence, rowDisks, secrets: ring.secrets, source, serverIdentity, dataDirectory }
}

export async function examineStorage(storage: ObjectStorage) {
  return { place: placeOfObjects(storage), fault: await checkObjectStorage(storage) }
}

/** Only a storage that refuses prevents a start: during an outage of the storage, everything else works. */
async function checkFiles({ storage }: Config, log: FastifyBaseLogger): Promise<void> {
  if (typeof storage === 'string') return
  const { fault } = await examineStorage(storage)
  if (fault?.isRefusal === true) throw new Error(fault.sentence)
  if (fault !== null)
    log.warn(`${fault.sentence} Imports, exports and uploads wait until the storage can be used.`)
}
