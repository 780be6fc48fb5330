import { describe, expect, test } from 'vitest'
import { aServer } from '../../../test/harness/core/server.ts'

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
    expect(answer.headers['retry-after']).toBe('5')
  })

  test('is 503 when the database is newer than this server', async () => {
    const { app, sql } = await aServer()
    await sql`insert into schema_migrations (version, name, checksum) values (999, '999-future.sql', '')`
    expect((await app.inject('/readyz')).statusCode).toBe(503)
  })

  test('is 503 within seconds while the database is stuck', async () => {
    const { app, sql } = await aServer()
    await sql.begin(async (lock) => {
      await lock`lock table schema_migrations in access exclusive mode`
      expect((await app.inject('/readyz')).statusCode).toBe(503)
    })
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
