import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withDatabase } from '../../database/address.ts'
import { migrationsDirectory } from '../../database/migration-files.ts'
import { connect } from '../../database/driver/connection.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { until } from '../../../test/harness/core/until.ts'
import { createServer } from './create.ts'
import { healthRoutes } from './health.ts'
import { aServer, logInto } from '../../../test/harness/core/server.ts'

/** A server with only the health checks. */
async function aHealthServer({
  freeBytes = async () => 1e12,
  url = '',
  log = logInto([]),
  migrations = migrationsDirectory,
} = {}) {
  const given = await aDatabase()
  const sql = connect(url === '' ? given.url : url, { max: 5, applicationName: 'test health' })
  onTestFinished(() => sql.end())
  const app = createServer(log, 'real')
  onTestFinished(() => app.close())
  healthRoutes(app, { sql, spool: { freeBytes }, migrations })
  return { app, sql: given.sql }
}

const problemOf = async (app: FastifyInstance) => {
  const answer = await app.inject('/readyz')
  return [answer.statusCode, answer.json().error_message]
}

describe('/readyz', () => {
  test('is 200 while the database answers and has this version of the schema', async () => {
    const { app } = await aServer()
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { success: true, data: { status: 'ready', warnings: [] }, error_code: null, error_message: null },
    ])
  })

  test('is 503 while a migration is missing', async () => {
    const { app, sql } = await aServer()
    await sql`delete from schema_migrations where version = (select max(version) from schema_migrations)`
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json().error_code]).toEqual([503, 'internal_error'])
    expect(answer.json().error_message).toBe('the database does not have the schema of this version')
    expect(answer.headers['retry-after']).toBe('5')
  })

  test('is 200 with a warning once a newer version has upgraded the database', async () => {
    const { app, sql } = await aServer()
    await sql`insert into schema_migrations (version, name, checksum) values (999, '999-future.sql', '')`
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.json().data.warnings]).toEqual([200, ['upgraded']])
  })

  test('is 503 when the database has other migrations than this server', async () => {
    const { app, sql } = await aServer()
    await sql`update schema_migrations set checksum = '' where version = 1`
    expect((await app.inject('/readyz')).statusCode).toBe(503)
  })

  test('stays 200 when the files of an upgrade are put in place while it runs', async () => {
    const migrations = await mkdtemp(join(tmpdir(), 'quiver-migrations-'))
    onTestFinished(() => rm(migrations, { recursive: true }))
    await cp(migrationsDirectory, migrations, { recursive: true })
    let looks = 0
    const freeBytes = async () => {
      looks += 1
      return 1e12
    }
    const { app } = await aHealthServer({ migrations, freeBytes })
    expect((await problemOf(app))[0]).toBe(200)
    await writeFile(join(migrations, '998-newer.sql'), 'select 1;')
    let status: unknown
    await until(async () => {
      status = (await problemOf(app))[0]
      return looks === 2
    })
    expect(status).toBe(200)
  })

  test('is 503 within seconds while the database is stuck', async () => {
    const { app, sql } = await aServer()
    await sql.begin(async (lock) => {
      await lock`lock table schema_migrations in access exclusive mode`
      expect(await problemOf(app)).toEqual([503, 'the database does not answer'])
    })
  })

  test('tells apart a database that cannot be reached, one without tables, and one that does not exist', async () => {
    const { url } = await aDatabase({ isEmpty: true })
    for (const [address, sentence] of [
      ['postgres://someone@127.0.0.1:1/x', 'the database cannot be reached'],
      [url, 'the database does not have the schema of this version'],
      [withDatabase(url, 'nowhere'), 'the database server has no database of this name'],
    ]) {
      const { app } = await aHealthServer({ url: address ?? '' })
      expect(await problemOf(app)).toEqual([503, sentence])
    }
  })

  test('asks one question at a time, and none within a second, however often it is called', async () => {
    let checks = 0
    const { app, sql } = await aHealthServer({
      freeBytes: async () => {
        checks += 1
        return 1e12
      },
    })
    const askOften = () => Promise.all(Array.from({ length: 50 }, () => problemOf(app)))
    expect(new Set((await askOften()).map(([status]) => status))).toEqual(new Set([200]))
    await askOften()
    expect(checks).toBe(1)
    await sql.begin(async (lock) => {
      await lock`lock table schema_migrations in access exclusive mode`
      await until(async () => (await problemOf(app))[0] === 503)
      await askOften()
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect([...waiting]).toHaveLength(1)
      expect(checks).toBe(2)
    })
    await until(async () => (await problemOf(app))[0] === 200)
  })

  test('is 503 while the database is frozen and ends no statement', async () => {
    const { app, sql } = await aHealthServer()
    expect((await problemOf(app))[0]).toBe(200)
    const [backend] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = 'test health' and datname = current_database()`
    const { pid } = backend ?? expect.fail('no connection')
    process.kill(pid, 'SIGSTOP')
    try {
      await until(async () => (await problemOf(app))[0] === 503)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await until(async () => (await problemOf(app))[0] === 200)
  })

  test('an outage is logged when it begins and when it ends, however often it is asked about', async () => {
    const lines: unknown[] = []
    const keep = (...entry: unknown[]) => void lines.push(entry.at(-1))
    const log = { ...logInto([]), warn: keep, info: keep }
    let freeBytes = 1
    let checks = 0
    const check = async () => {
      checks += 1
      return freeBytes
    }
    const { app } = await aHealthServer({ freeBytes: check, log: { ...log, child: () => log } })
    const answers = async () => (await problemOf(app))[0]
    await until(async () => (await answers()) === 503 && checks === 3)
    freeBytes = 1e12
    await until(async () => (await answers()) === 200)
    expect(lines).toEqual(['not ready', 'ready again'])
  })

  test('is 503 while the disk is full', async () => {
    const { app } = await aHealthServer({ freeBytes: async () => 1_000_000 })
    expect(await problemOf(app)).toEqual([503, 'the disk of the server is full'])
  })

  test('is 503 while the database takes no changes', async () => {
    const { sql, url } = await aDatabase()
    const name = new URL(url).pathname.slice(1)
    await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`)
    const { app } = await aHealthServer({ url })
    expect(await problemOf(app)).toEqual([503, 'the database takes no changes'])
  })

  test('is 503 while the database is away, and /healthz is 200 all the same', async () => {
    const { app, sql } = await aServer()
    await sql.end()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    const alive = await app.inject('/healthz')
    expect([alive.statusCode, alive.json().data]).toEqual([200, { status: 'alive' }])
  })

  test('both take HEAD and ask for no credential', async () => {
    const { app } = await aServer()
    for (const url of ['/healthz', '/readyz']) {
      const answer = await app.inject({ method: 'HEAD', url })
      expect([answer.statusCode, answer.body], url).toEqual([200, ''])
    }
  })
})
