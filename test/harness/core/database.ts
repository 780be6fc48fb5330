import { onTestFinished } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { borrow, createDatabase, dropDatabase, giveBack } from '../postgres/pool.ts'

export type TestDatabase = {
  sql: Database
  /** `DATABASE_URL` for other processes. */
  url: string
  /** For tests that use many in turn; otherwise it is returned when the test is over. */
  giveBack: () => Promise<void>
}

/**
 * A database for this test only, with the whole schema and no rows. A test that leaves connections to it open
 * fails.
 * @param options.isEmpty without the schema, too
 */
export async function aDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const lent = isEmpty ? await withoutSchema() : await withSchema()
  const sql = connect(lent.url, { max: 4, applicationName: 'test' })
  let given: Promise<void> | undefined
  const giveBack = () => (given ??= sql.end().then(lent.giveBack))
  onTestFinished(async () => {
    if (given === undefined) await giveBack()
  })
  return { sql, url: lent.url, giveBack }
}

async function withSchema() {
  const lent = await borrow()
  return { url: lent.url, giveBack: () => giveBack(lent) }
}

async function withoutSchema() {
  const { name, url } = await createDatabase('template1')
  return { url, giveBack: () => dropDatabase(name) }
}
