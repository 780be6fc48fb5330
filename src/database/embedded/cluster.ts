import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { chown, lchown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import type { LogFile } from './log-file.ts'
import { commandAs, namedUser, type Owner } from './owner.ts'
import type { Settings } from './settings.ts'

/** Other major versions cannot read its files. */
const majorVersion = '17'

export const superuser = 'postgres'

export type ClusterOptions = {
  binaries: Binaries
  owner: Owner | undefined
  log: LogFile
  settings: Settings
}

/**
 * Files are renamed into place at the end, so a killed process leaves nothing that looks like a server.
 * @throws Error if `directory` contains something else, or a server of another major version.
 */
export async function ensureCluster(directory: string, options: ClusterOptions): Promise<void> {
  const { owner } = options
  await sweep(directory)
  const version = await readFile(path.join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) {
    checkVersion(directory, version.trim())
    // For example a backup that root has restored.
    if (owner !== undefined && (await stat(directory)).uid !== owner.uid) await giveAway(directory, owner)
    return
  }
  const entries = await readdir(directory).catch(() => [])
  if (entries.length > 0) {
    throw new Error(
      `${directory} is not empty and is not a database directory. Move it away, or set DATA_DIR.`,
    )
  }
  const draft = await mkdtemp(`${directory}.new-`)
  await initialize(draft, options)
  if (owner !== undefined) await giveAway(draft, owner)
  await rename(draft, directory)
  await syncDirectory(path.dirname(directory))
}

function checkVersion(directory: string, version: string): void {
  if (version === majorVersion) return
  throw new Error(
    `The database in ${directory} was created by PostgreSQL ${version}, but this Quiver includes ${majorVersion}. Dump it with the Quiver that created it, move the directory away, and restore the dump.`,
  )
}

/** Drafts of killed processes. Their initdb may still be running: what cannot be removed is left. */
async function sweep(directory: string): Promise<void> {
  const parent = path.dirname(directory)
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(`${path.basename(directory)}.new-`))
  for (const draft of drafts) {
    await rm(path.join(parent, draft), { recursive: true, force: true }).catch(() => {})
  }
}

async function initialize(
  directory: string,
  { binaries, owner, log, settings }: ClusterOptions,
): Promise<void> {
  const access = ['-U', superuser, '--auth=trust']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const needed = ['huge_pages', 'dynamic_shared_memory_type'].map((name) => `--set=${name}=${settings[name]}`)
  const options = ['-D', directory, ...access, ...locale, ...needed, '--no-instructions']
  if (settings.fsync === 'off') options.push('--no-sync')
  const user = owner && (await namedUser())
  if (user !== undefined) await chown(directory, user.uid, user.gid)
  const { file, args, ...identity } = await commandAs(user, binaries.initdb, options, [directory])
  const output = await log.open()
  const stdio: StdioOptions = ['ignore', output.fd, output.fd]
  const child = spawn(file, args, { ...identity, env: binaries.env, cwd: '/', stdio })
  const [code] = await once(child, 'exit').catch((error: Error) => [error.message])
  await output.close()
  if (code === 0) return
  throw new Error(`The database could not be created in ${directory} (${code}).\n${await log.tail()}`)
}

async function giveAway(directory: string, owner: Owner): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  await lchown(directory, owner.uid, owner.gid)
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}

export async function makePrivate(directory: string, owner: Owner | undefined): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (owner !== undefined) await chown(directory, owner.uid, owner.gid)
}
