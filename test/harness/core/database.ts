import { inject, onTestFinished } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { keepConnections, type KeptConnections } from '../postgres/kept-connections.ts'
import {
  borrow,
  borrowSharded,
  createDatabase,
  dropDatabase,
  giveBack,
  giveBackSharded,
} from '../postgres/pool.ts'

export type TestDatabase = {
  sql: Database
  /** `DATABASE_URL` for other processes. */
  url: string
  /** Further connections, which stay open for the next test that has the database. */
  connections: KeptConnections['take']
  /** For tests that use many in turn; otherwise it is returned when the test is over. */
  giveBack: () => Promise<void>
}

/**
 * A database for this test only, with the whole schema and no rows. A test that leaves connections to it open
 * fails.
 * @param options.isEmpty without the schema, too
 */
export async function aDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const lent = isEmpty ? await withoutSchema() : await withSchema(inject('databaseServer').shardedUrl)
  const sql = lent.kept.take({ max: 4, applicationName: 'test' })
  let given: Promise<void> | undefined
  const giveBack = () => (given ??= lent.giveBack())
  onTestFinished(async () => {
    if (given === undefined) await giveBack()
  })
  return { sql, url: lent.url, connections: lent.kept.take, giveBack }
}

async function withSchema(shardedUrl: string | undefined) {
  if (shardedUrl !== undefined) {
    const lent = await borrowSharded(shardedUrl)
    return { ...lent, giveBack: () => giveBackSharded(lent) }
  }
  const lent = await borrow()
  return { ...lent, giveBack: () => giveBack(lent) }
}

async function withoutSchema() {
  const { name, url } = await createDatabase('template1')
  const kept = keepConnections(url)
  return { url, kept, giveBack: () => kept.endAll().then(() => dropDatabase(name)) }
}
