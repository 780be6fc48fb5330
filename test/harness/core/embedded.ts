import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { connect, type Database } from '../../../src/database/driver/connection.ts'
import { startEmbedded, type Embedded } from '../../../src/database/embedded/start.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

export async function aDataDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-embedded-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  // mkdtemp makes it accessible only to root.
  await chmod(directory, 0o755)
  return path.join(directory, 'data')
}

export type Started = Embedded & { sql: Database; log: string[] }

/** Starts a server that is stopped at the end of the test. */
export async function start(
  dataDir: string,
  settings: Record<string, string> = { fsync: 'off' },
): Promise<Started> {
  const log: string[] = []
  const server = await startEmbedded({ dataDir, log: (message) => log.push(message), settings })
  const sql = connect(server.ownerUrl, { max: 2, applicationName: 'test' })
  const stop = async () => {
    await sql.end()
    await server.stop()
  }
  onTestFinished(stop)
  return { ...server, stop, sql, log }
}

/** Another process that starts a server on the directory. It prints its URL, or why it did not start. */
export function startElsewhere(dataDir: string, packageRoot = root): ChildProcess {
  const module = path.join(packageRoot, 'src/database/embedded/start.ts')
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)}
    const options = { dataDir: ${JSON.stringify(dataDir)}, log: () => {}, settings: { fsync: 'off' } }
    startEmbedded(options).then(
      ({ ownerUrl, stop }) => {
        console.log(ownerUrl)
        process.stdin.once('data', () => void stop().then(() => process.exit()))
      },
      (error) => console.log(error.message),
    )`
  const tsx = path.join(root, 'node_modules/tsx/dist/loader.mjs')
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', script], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no output.')
  for await (const line of createInterface(child.stdout)) return line
  return ''
}

/** Ends it like a crash. */
export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** The process of the server on a directory. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}
