import { onTestFinished } from 'vitest'
import { connect, type Database, type Sql } from '../../../src/database/driver/connection.ts'
import { aDatabase } from './database.ts'

/** A database with only a table of unique numbers. */
export type Numbers = {
  sql: Database
  url: string
  /** The pool under test: it has one connection, so that a broken connection meets the next user. */
  one: Database
}

export async function aNumbersTable(): Promise<Numbers> {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await sql`create table numbers (number integer primary key)`
  const one = connect(url, { max: 1, applicationName: 'one connection' })
  onTestFinished(() => one.end())
  return { sql, url, one }
}

export async function numbersOf(sql: Sql): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`select number from numbers order by number`
  return rows.map((row) => row.number)
}

/** The process id of the server for the connection. */
export async function pidOf(sql: Sql): Promise<number> {
  const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  return row.pid
}

export async function killBackend(sql: Sql, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 5000)`
}
