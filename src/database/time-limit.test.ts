import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { aPooler } from '../../test/harness/postgres/pooler.ts'
import { connect, type Transaction } from './driver/connection.ts'
import { endLimit, limitStatements } from './driver/statement/time-limit.ts'

test.each(['directly', 'through a pooler'])(
  'after a shorter limit the usual one counts again (%s)',
  async (way) => {
    const { url: direct } = await aDatabase({ isEmpty: true })
    const pooled = async () => ({
      pooler: await aPooler(direct, { mode: 'transaction', drops: true }),
      direct,
      keepsStatements: false,
    })
    const url = way === 'directly' ? direct : await pooled()
    const database = connect(url, { max: 1, applicationName: 'x', statementTimeoutMs: 77_000 })
    onTestFinished(() => database.end())
    const limit = async (sql: Transaction) => (await sql`show statement_timeout`)[0]?.['statement_timeout']
    const limits = await database.begin(async (sql) => {
      const usual = await limit(sql)
      await limitStatements(sql, 1_500)
      const shorter = await limit(sql)
      await endLimit(sql)
      return [usual, shorter, await limit(sql)]
    })
    expect(limits).toEqual(['77s', '1500ms', '77s'])
  },
)
