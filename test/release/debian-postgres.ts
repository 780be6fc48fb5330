import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { aFreePort } from '../harness/core/socket.ts'

const run = promisify(execFile)

/** Programs of the package `postgresql` of Debian and Ubuntu, the newest of them. */
const versions = '/usr/lib/postgresql'
const newest = existsSync(versions)
  ? readdirSync(versions)
      .map(Number)
      .filter((version) => version >= 15 && existsSync(`${versions}/${version}/bin/initdb`))
      .toSorted((one, other) => other - one)[0]
  : undefined
export const bin = newest === undefined ? undefined : `${versions}/${newest}/bin`
if (bin === undefined)
  console.warn('There is no PostgreSQL of Debian: the commands of the documents are not run.')

/** PostgreSQL does not run as root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: nobody, gid: nobody } : {}

export const password = 'a b/c'
/** In an address. */
export const encodedPassword = encodeURIComponent(password)

/** A folder that PostgreSQL may write to. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-own-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  if (isRoot) await chown(folder, nobody, nobody)
  return folder
}

export type Machine = {
  /** `PGDATA` */
  data: string
  port: number
  /** Runs commands as somebody who works at this machine. @throws Error with what they said. */
  shell: (commands: string, more?: Record<string, string>) => Promise<string>
  /** The same as the user of PostgreSQL. */
  shellOfPostgres: (commands: string) => Promise<string>
  psql: (statements: string, database?: string) => Promise<string>
  urlOf: (login: string) => string
}

/** A machine whose PostgreSQL is called `db`, before its first start. */
export async function aMachine(): Promise<Machine> {
  const folder = await aFolder()
  const data = path.join(folder, 'pgdata')
  const port = await aFreePort()
  // The commands of the documents stay as they are: libpq takes the rest from these.
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    PGDATA: data,
    PGPORT: String(port),
    PGHOSTADDR: '127.0.0.1',
    PGPASSWORD: password,
  }
  const shell = (commands: string, more: object = {}, user: object = {}) =>
    outputOf(commands, { cwd: folder, env: { ...env, ...more }, ...user })
  const stop = () =>
    run(`${bin}/pg_ctl`, ['stop', '--mode=fast', `--pgdata=${data}`], { ...asNobody, cwd: folder })
  onTestFinished(async () => {
    if (existsSync(path.join(data, 'postmaster.pid'))) await stop()
  })
  return {
    data,
    port,
    shell,
    shellOfPostgres: (commands) => shell(commands, {}, asNobody),
    psql: (statements, database = 'postgres') =>
      shell(
        `psql --host=db --username=postgres --no-psqlrc --set=ON_ERROR_STOP=1 --tuples-only --no-align <<'SQL'
${statements}
SQL`,
        { PGDATABASE: database },
      ),
    urlOf: (login) => `postgres://${login}:${encodedPassword}@127.0.0.1:${port}/quiver`,
  }
}

/** Makes a new server there and starts it. @param settings of postgresql.conf */
export async function startNew({ data, port, shellOfPostgres }: Machine, settings = ''): Promise<void> {
  await mkdir(data)
  if (isRoot) await chown(data, nobody, nobody)
  const passwordFile = `${data}.password`
  await writeFile(passwordFile, password)
  await shellOfPostgres(
    `initdb --username=postgres --auth=scram-sha-256 --pwfile='${passwordFile}' --no-sync --encoding=UTF8 --locale=C`,
  )
  const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`
  await appendFile(path.join(data, 'postgresql.conf'), `${own}fsync = off\n${settings}`)
  await shellOfPostgres(`pg_ctl --log='${data}.log' --wait start`)
}

async function outputOf(commands: string, options: object): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  // Not 'close': a server that it has started keeps the pipes.
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${commands}\nended with ${code}: ${errors}${output}`)
  return output
}
