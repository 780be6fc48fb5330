import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createClient } from '../../../src/client/api.ts'
import { createOrganizationApiKey } from '../../../src/contract/api-keys.ts'
import { createCustomField } from '../../../src/contract/lists/custom-fields.ts'
import { createMailingList } from '../../../src/contract/lists/endpoints.ts'
import { createOrganization } from '../../../src/contract/organizations/endpoints.ts'
import { borrow, giveBack } from '../postgres/pool.ts'
import { aDatabase } from './database.ts'
import { aDataDirectory } from './embedded.ts'

export const program = fileURLToPath(new URL('../../..', import.meta.url))

export type Ended = { code: number | null; stdout: string; stderr: string }

export type Running = {
  pid: number
  /** Resolves with the match once it is on standard output; rejects if the process ends without it. */
  seen: (pattern: RegExp) => Promise<RegExpExecArray>
  kill: (signal: NodeJS.Signals) => void
  closeOutput: () => void
  ended: Promise<Ended>
}

type Environment = Record<string, string>

/** Registers what has to be ended: by default with the test. */
type Ends = (end: () => Promise<void>) => void

/**
 * Starts the built command `quiver` as a process; it is stopped at the end of the test.
 * @param how.launcher a command that becomes the one behind it
 * @param how.from the directory of another version
 */
export async function startQuiver(
  args: readonly string[],
  environment: Environment = {},
  ends: Ends = onTestFinished,
  { launcher = [], from = program }: { launcher?: readonly string[]; from?: string } = {},
): Promise<Running> {
  const script = join(from, 'dist/cli/main.js')
  await access(script).catch(() => {
    throw new Error('There is no dist/cli/main.js: run npm run build first.')
  })
  const { PATH = '', HOME = '' } = process.env
  const command = [...launcher, process.execPath, '--max-semi-space-size=8', script, ...args]
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: {
      PATH,
      HOME,
      MALLOC_MMAP_THRESHOLD_: '131072',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      PUBLIC_HITS_PER_MINUTE: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...output }))
  ends(async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(timer)
  })
  const seen = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(output.stdout)
      if (match !== null) return match
      const isOver = await Promise.race([
        once(child.stdout, 'data').then(() => false),
        ended.then(() => true),
      ])
      if (isOver && !pattern.test(output.stdout)) {
        throw new Error(`The process ended without ${pattern}:\n${output.stdout}\n${output.stderr}`)
      }
    }
  }
  const closeOutput = () => void child.stdout.destroy()
  return { pid: child.pid ?? 0, seen, kill: (signal) => void child.kill(signal), closeOutput, ended }
}

export async function quiver(
  args: readonly string[],
  environment: Environment = {},
  from: string = program,
): Promise<Ended> {
  return (await startQuiver(args, environment, onTestFinished, { from })).ended
}

export type QuiverServer = Running & { url: string; credential: string }

/** A server on a free port, started for the first time, with its first key. */
export async function aQuiverServer(
  environment: Environment,
  args: string[] = [],
  ends: Ends = onTestFinished,
): Promise<QuiverServer> {
  const given = { PORT: '0', ...environment }
  const running = await startQuiver(['serve', ...args], given, ends)
  const [, shown = ''] = await running.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  // With a port of its own it shows BASE_URL, where a proxy may listen.
  const url = given.PORT === '0' ? shown : `http://127.0.0.1:${given.PORT}`
  const [, credential = ''] = await running.seen(/\n {2}(MT\S+)\n/)
  return { ...running, url, credential }
}

/** For a server on its embedded database, or on that of `TEST_DATABASE_URL` if there is one. */
export async function aPlace(): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const dataDir = await aDataDirectory()
  const { TEST_DATABASE_URL, SHARDED_DATABASE_URL } = process.env
  if ((TEST_DATABASE_URL ?? SHARDED_DATABASE_URL) === undefined) return { DATA_DIR: dataDir }
  return { DATA_DIR: dataDir, DATABASE_URL: (await aDatabase()).url }
}

/** A server with a database of its own, and a list with a field. */
export async function aShop(args: string[] = []) {
  const { url: databaseUrl } = await aDatabase()
  const dataDir = await aDataDirectory()
  const server = await aQuiverServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, args)
  return shopOf(server, dataDir)
}

async function shopOf(server: QuiverServer, dataDir: string) {
  const environment = { QUIVER_URL: server.url, QUIVER_API_KEY: server.credential, DATA_DIR: dataDir }
  return { server, dataDir, environment, ...(await aList(server)) }
}

/** One for all tests of the file, which must not mind each other: a start takes two seconds of a core. */
export function aSharedShop(): () => Awaited<ReturnType<typeof aShop>> {
  let shop: Awaited<ReturnType<typeof aShop>> | undefined
  const toEnd: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const lent = await borrow()
    toEnd.push(() => giveBack(lent))
    const dataDir = await mkdtemp(join(tmpdir(), 'quiver-shop-'))
    toEnd.push(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { DATABASE_URL: lent.url, DATA_DIR: dataDir }
    shop = await shopOf(await aQuiverServer(environment, [], (end) => void toEnd.push(end)), dataDir)
  })
  afterAll(async () => {
    for (const end of toEnd.toReversed()) await end()
  })
  return () => {
    if (shop === undefined) throw new Error('The server runs only during the tests.')
    return shop
  }
}

/** The same in an organization of its own on a server that runs already, with a directory of its own. */
export async function aTenantOf(server: QuiverServer) {
  const { call } = createClient(server)
  const { data: organization } = await call(createOrganization, { body: { name: `Tenant ${randomUUID()}` } })
  const { data: key } = await call(createOrganizationApiKey, {
    params: { organization_id: organization.id },
    body: { name: 'Its own', role: 'organization_admin' },
  })
  const directory = await aDataDirectory()
  await mkdir(directory)
  const shop = await shopOf({ ...server, credential: key.api_key ?? '' }, directory)
  return { ...shop, organizationId: organization.id }
}

export async function aList({ url, credential }: Pick<QuiverServer, 'url' | 'credential'>) {
  const client = createClient({ url, credential })
  const { data: list } = await client.call(createMailingList, { body: { name: 'Newsletter' } })
  const field = { name: 'First name', field_type: 'text' } as const
  await client.call(createCustomField, { params: { mailing_list_id: list.id }, body: field })
  return { client, list: String(list.id) }
}

export async function aFile(directory: string, content: string): Promise<string> {
  const path = join(directory, 'members.csv')
  await writeFile(path, content)
  return path
}

/** Four rows: two good ones, a bad one and a repeated one; the list has no field for the third column. */
export const members = `E-mail,First Name,Shoe size
anna@example.com,Anna,39
nobody,Nobody,40
anna@example.com,Again,41
bo@example.com,"Bo, the 2nd",42
`
