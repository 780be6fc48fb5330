import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { withDatabase } from '../../../src/database/address.ts'
import { connect } from '../../../src/database/driver/connection.ts'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'

export type TestDatabase = {
  sql: Database
  /** For other processes: a `DATABASE_URL`. */
  url: string
  /** Called when the test is over, if the test does not do so itself. */
  drop: () => Promise<void>
}

/** Copying goes on alone: a template that somebody is connected to cannot be copied. */
const copyLock = 0x636f_7079

/**
 * A database of its own for a test, with the whole schema and nothing in it. It is gone when the test is over; a test
 * that leaves connections to it behind fails.
 * @param options.isEmpty without the schema, too
 */
export async function aDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `${server.prefix}_${randomUUID().slice(0, 18)}`
  const url = withDatabase(server.url, name)
  await withServer(server.url, async (sql) => {
    await sql`select pg_advisory_lock(${copyLock})`
    const template = sql(isEmpty ? 'template1' : server.template)
    // Copying files took 40 ms; the default strategy, through the log, 200.
    await sql`create database ${sql(name)} template ${template} strategy file_copy`
  })
  const sql = connect(url, { max: 4, applicationName: 'test' })
  let dropped: Promise<void> | undefined
  const drop = () =>
    (dropped ??= sql.end().then(() => withServer(server.url, (other) => dropDatabase(other, name))))
  onTestFinished(async () => {
    if (dropped === undefined) await drop()
  })
  return { sql, url, drop }
}

async function withServer(url: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(url, { max: 1, applicationName: 'quiver tests' })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

async function dropDatabase(sql: Sql, name: string): Promise<void> {
  const left = await connectionsLeft(sql, name)
  await sql`drop database ${sql(name)} with (force)`
  if (left.length > 0) throw new Error(`The test has left connections to its database: ${left.join(', ')}.`)
}

/** A server process ends a moment after its client has left. */
async function connectionsLeft(sql: Sql, name: string): Promise<string[]> {
  const deadline = Date.now() + 1_000
  for (;;) {
    const left = await sql<{ application_name: string }[]>`
      select application_name from pg_stat_activity
      where datname = ${name} and backend_type = 'client backend' and pg_sleep(0.005) is not null`
    if (left.length === 0 || Date.now() > deadline) return left.map((row) => row.application_name)
  }
}
