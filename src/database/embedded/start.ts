import { lchown, mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { socketUrl, type DatabaseUrls } from '../address.ts'
import { connect } from '../driver/connection.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { lockDirectory } from './lock.ts'
import { openLogFile } from './log-file.ts'
import { endOrphan } from './orphan.ts'
import { commandAs, ownerOf, type Owner } from './owner.ts'
import { startServer, type Server } from './server.ts'
import { serverSettings, settingArguments, thisMachine, type Settings } from './settings.ts'
import { releaseSocket, socketDirectory } from './socket.ts'
import { applicationRole, ensureApplicationRole } from '../roles.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: (message: string) => void
  settings?: Settings
}

export type Embedded = DatabaseUrls & {
  stop: () => Promise<void>
}

const databaseName = 'quiver'

const login = 'quiver'

export function urlsOf(directory: string): DatabaseUrls {
  return {
    ownerUrl: socketUrl(directory, superuser, databaseName),
    url: socketUrl(directory, login, databaseName),
  }
}

/**
 * The server listens on a unix socket only, which its user and root can enter.
 * @throws Error, a sentence for the operator, if it cannot be started.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  // The server's user must pass through root's directory, but cannot list it.
  await mkdir(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dataDir = await realpath(options.dataDir)
  const owner = await ownerOf(path.join(dataDir, 'postgres'))
  const unlock = await lockDirectory(dataDir)
  try {
    const server = await startIn(dataDir, owner, options)
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= server.stop().then(unlock))
    try {
      await ensureDatabase(server.socket)
    } catch (error) {
      await server.stop()
      throw error
    }
    return { ...urlsOf(server.socket), stop }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function startIn(
  dataDir: string,
  owner: Owner | undefined,
  { log, settings }: EmbeddedOptions,
): Promise<Server & { socket: string }> {
  const directory = path.join(dataDir, 'postgres')
  const logFile = await openLogFile(path.join(dataDir, 'postgres.log'))
  const binaries = await findBinaries(path.join(dataDir, 'lib'))
  const socket = await socketDirectory(dataDir, owner)
  await endOrphan(directory, socket, log)
  const allSettings = { ...serverSettings(await thisMachine(), socket), ...settings }
  await ensureCluster(directory, { binaries, owner, log: logFile, settings: allSettings })
  const serverArguments = ['-D', directory, ...settingArguments(allSettings)]
  const command = await commandAs(owner, binaries.postgres, serverArguments, [directory, socket])
  const server = await startServer({ directory, command, env: binaries.env, logFile, log })
  await leaveTo(dataDir, ['quiver.pid', 'postgres.log'])
  const stop = async () => {
    await server.stop()
    logFile.stop()
    await releaseSocket(dataDir, socket)
  }
  return { stop, socket }
}

async function ensureDatabase(socket: string): Promise<void> {
  const sql = connect(socketUrl(socket, superuser, 'postgres'), { max: 1, applicationName: 'quiver start' })
  try {
    const found = await sql`select 1 from pg_database where datname = ${databaseName}`
    if (found.length === 0) await sql`create database ${sql(databaseName)}`
    await ensureApplicationRole(sql)
    const logins = await sql`select 1 from pg_roles where rolname = ${login}`
    if (logins.length === 0) await sql.unsafe(`create role ${login} login in role ${applicationRole}`)
  } finally {
    await sql.end()
  }
}

/** Files that root writes in another user's directory must not keep that user from starting Quiver later. */
async function leaveTo(dataDir: string, names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  for (const name of names) await lchown(path.join(dataDir, name), uid, gid)
}
