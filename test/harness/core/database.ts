import { onTestFinished } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { borrow, createDatabase, dropDatabase, dropLent, giveBack } from '../postgres/pool.ts'

export type TestDatabase = {
  sql: Database
  /** For other processes: a `DATABASE_URL`. */
  url: string
  /** Removes the database before the test is over. */
  drop: () => Promise<void>
}

/**
 * A database for the test alone, with the whole schema and nothing in it. A test that leaves connections to it behind
 * fails.
 * @param options.isEmpty without the schema, too
 */
export async function aDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const { url, drop, leave } = isEmpty ? await withoutSchema() : await withSchema()
  const sql = connect(url, { max: 4, applicationName: 'test' })
  let dropped: Promise<void> | undefined
  onTestFinished(async () => {
    if (dropped === undefined) await sql.end().then(leave)
  })
  return { sql, url, drop: () => (dropped ??= sql.end().then(drop)) }
}

async function withSchema() {
  const lent = await borrow()
  return { url: lent.url, drop: () => dropLent(lent), leave: () => giveBack(lent) }
}

async function withoutSchema() {
  const { name, url } = await createDatabase('template1')
  const drop = () => dropDatabase(name)
  return { url, drop, leave: drop }
}
