import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import type { Config } from '../../server/config.ts'
import { examineStorage } from '../../server/installation.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

const mayWrite = constants.W_OK | constants.X_OK

export async function checkDataDirectory(dataDir: string): Promise<Finding> {
  const found = await stat(dataDir).catch(() => undefined)
  if (found === undefined) {
    const parent = await existingPart(dataDir)
    return (await isAllowed(parent, mayWrite))
      ? fine(`${dataDir} is made at the first start.`)
      : problem(`${dataDir} cannot be made: let this user write to ${parent}, or set DATA_DIR.`)
  }
  if (!found.isDirectory()) return problem(`${dataDir} is no directory: move it away, or set DATA_DIR.`)
  if (!(await isAllowed(dataDir, mayWrite))) {
    return problem(
      `${dataDir} cannot be written to: give it to the user that runs Quiver (chown), or set DATA_DIR.`,
    )
  }
  return (found.mode & 0o022) === 0
    ? fine(`${dataDir} can be written to, by nobody else.`)
    : problem(`${dataDir} can be written to by others: chmod go-w ${dataDir}`)
}

export async function checkSecretFile({ dataDir, secretKey, databaseUrl }: Config): Promise<Finding> {
  if (secretKey !== undefined) return fine('The server secret comes from SECRET_KEY.')
  const path = join(dataDir, 'secret_key')
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) {
    const hasDatabase =
      databaseUrl === undefined && (await isAllowed(join(dataDir, 'postgres'), constants.F_OK))
    return hasDatabase
      ? problem(`${path} is missing: restore it from a backup, because no API key works with another one.`)
      : fine(`${path} is made at the first start.`)
  }
  if ((found.mode & 0o077) !== 0) return problem(`${path} can be read by others: chmod 600 ${path}`)
  const secret = await readFile(path, 'utf8').catch(() => undefined)
  if (secret === undefined)
    return problem(`${path} cannot be read: give it to the user that runs Quiver (chown).`)
  return secret.trim().length < 32
    ? problem(`${path} holds less than 32 characters: restore it from a backup.`)
    : fine(`${path} can be read by nobody else.`)
}

/** It has a directory per organization. */
export async function checkUploadDirectory(uploadDir: string): Promise<Finding> {
  const found = await stat(uploadDir).catch(() => undefined)
  if (found === undefined) {
    return fine(
      `${uploadDir} is not there, which is fine if nobody imports from an upload directory. Otherwise make it, with a folder for each organization, named by its id.`,
    )
  }
  if (!found.isDirectory()) return problem(`${uploadDir} is no directory: move it away, or set UPLOAD_DIR.`)
  if ((found.mode & 0o002) !== 0)
    return problem(`${uploadDir} can be written to by everybody: chmod o-w ${uploadDir}`)
  return (await isAllowed(uploadDir, constants.R_OK | constants.X_OK))
    ? fine(`${uploadDir} can be read, and not be written to by everybody.`)
    : problem(`${uploadDir} cannot be read: give it to the user that runs Quiver (chown), or set UPLOAD_DIR.`)
}

/** Writes, reads and deletes an object. */
export async function checkStorage({
  storage,
  dataDir,
}: Pick<Config, 'storage' | 'dataDir'>): Promise<Finding[]> {
  if (storage === 'disk') return [fine(`Files of imports, uploads and exports are in ${dataDir}/spool.`)]
  if (storage === 'database') return [fine('Files of imports, uploads and exports are in the database.')]
  const { place, fault } = await examineStorage(storage)
  const { protocol, hostname } = new URL(storage.endpoint ?? 'https://s3.amazonaws.com')
  return [
    fault === null
      ? fine(`Files of imports, uploads and exports are in ${place}, which can be used.`)
      : problem(fault.sentence),
    ...(protocol === 'http:' && !isLoopbackHost(hostname)
      ? [warning('The endpoint in STORAGE_URL is http: files cross the network unencrypted. Use https.')]
      : []),
  ]
}

export async function existingPart(path: string): Promise<string> {
  return (await isAllowed(path, constants.F_OK)) ? path : existingPart(dirname(path))
}

function isAllowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}
