import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { openWrapper } from '../secrets/ring.ts'
import { findRing } from '../store/server/key-ring.ts'
import { placeOfFiles } from '../files/open-spool.ts'
import { findHeld } from '../store/server/restored-copy.ts'
import { findDifferences, findOthersWarnings, findProcesses } from '../store/server/processes.ts'
import type { Config } from './config.ts'
import { readSecretKey } from './first-start.ts'
import { wrongSecret } from './secret/key-ring.ts'
import { readMark } from './line/marks.ts'
import { differenceWarnings, heldWarnings, otherWarning, textsOf } from './presence.ts'

/** @returns the number of processes that serve the API now. */
export async function countServers(databaseUrl: string): Promise<number> {
  const database = connect(databaseUrl, { max: 1, applicationName: 'quiver doctor', role: applicationRole })
  const processes = await findProcesses(database.everywhere()).finally(() => database.end())
  return processes.filter(({ part, running }) => part === 'server' && running).length
}

/** Requires an up-to-date database, and changes nothing. @returns problems, as sentences for the operator. */
export async function examineInstallation(config: Config, databaseUrl: string): Promise<string[]> {
  const database = connect(databaseUrl, { max: 1, applicationName: 'quiver doctor', role: applicationRole })
  const everywhere = database.everywhere()
  const idOf = (name: string) =>
    readFile(join(config.dataDir, name), 'utf8').then(
      (text) => text.trim(),
      () => null,
    )
  try {
    const secretKey = await readSecretKey(config).catch(() => null)
    const ring = secretKey === null ? [] : await findRing(everywhere, openWrapper(secretKey).check)
    const identity = config.serverIdentity ?? (await idOf('server_identity'))
    const mark = await readMark(config.dataDir)
    const held = await findHeld(everywhere, identity ?? '', mark === 'restored' ? null : mark)
    const directory = await idOf('directory_id')
    const place = directory === null ? null : placeOfFiles(config.storage, directory)
    return [
      ...(ring.some(({ wrapped }) => wrapped === null) ? [wrongSecret] : []),
      ...textsOf([
        ...heldWarnings({ ...held, own: identity !== null && held.own && ring.length > 0 }),
        ...differenceWarnings(await findDifferences(everywhere, place)),
        ...(await findOthersWarnings(everywhere, null)).map(otherWarning),
      ]),
    ]
  } finally {
    await database.end()
  }
}
