import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aPgBouncer, hasPgBouncer, keepsStatements } from '../../../test/harness/postgres/pgbouncer.ts'
import { until } from '../../../test/harness/core/until.ts'
import { dieAtMessages } from '../../../test/harness/importing/crash-points.ts'
import { surviveKills } from '../../../test/harness/importing/kills.ts'
import { connect } from '../driver/connection.ts'
import { applicationRole } from '../roles.ts'
import { findSessionFault } from './kept-sessions.ts'
import { reachDatabase } from './reach.ts'

const startParameters =
  'extra_float_digits,statement_timeout,idle_in_transaction_session_timeout,max_parallel_workers_per_gather,role,timezone,quiver.auto_subscriber_management,quiver.sender_domains,quiver.scope'
const ignoring = `ignore_startup_parameters = ${startParameters}`

test.skipIf(!hasPgBouncer).each([
  ['session mode that ignores what it does not know', `pool_mode = session\n${ignoring}`],
  ['transaction mode that ignores what it does not know', `pool_mode = transaction\n${ignoring}`],
  ['session mode as it comes', 'pool_mode = session'],
  ['transaction mode as it comes', 'pool_mode = transaction'],
])('PgBouncer in %s is refused without a direct address, with what to set', async (_mode, settings) => {
  const { url } = await aDatabase()
  const sentence = await findSessionFault((await aPgBouncer(url, settings)).url, 'DATABASE_URL')
  expect(sentence).toMatch(/Give the address of PostgreSQL itself in DATABASE_URL/)
})

test.skipIf(!hasPgBouncer).each([
  ['as recommended', undefined, keepsStatements],
  ['without prepared statements', 'pool_mode = transaction\nmax_prepared_statements = 0', false],
  ['in session mode', 'pool_mode = session\nmax_prepared_statements = 0', false],
])('PgBouncer %s is taken with a direct address', async (_what, settings, keeps) => {
  const { url } = await aDatabase()
  // Older ones do not know the setting.
  const known = keepsStatements ? settings : settings?.replace(/\n.*/, '')
  const { url: poolerUrl } = await aPgBouncer(url, known)
  expect(await reachDatabase({ url, ownerUrl: url, poolerUrl })).toEqual({
    url: { pooler: poolerUrl, direct: url, keepsStatements: keeps },
  })
})

test.skipIf(!hasPgBouncer)('PgBouncer in statement mode is refused', async () => {
  const { url } = await aDatabase()
  const { url: poolerUrl } = await aPgBouncer(url, 'pool_mode = statement')
  expect(await reachDatabase({ url, ownerUrl: url, poolerUrl })).toEqual({
    fault: expect.stringContaining('pool_mode = transaction'),
  })
})

/** Two of the server's connections for forty clients. */
const narrow = `pool_mode = transaction
default_pool_size = 2
${keepsStatements ? 'max_prepared_statements = 200' : ''}`

test.skipIf(!hasPgBouncer)(
  'forty clients share two connections, and each transaction has its own role, scope and limits',
  async () => {
    const { url } = await aDatabase()
    const bouncer = await aPgBouncer(url, narrow)
    const open = (max: number, options: { statementTimeoutMs: number; role?: string }) => {
      const database = connect(bouncer.behind(), { max, applicationName: 'x', ...options })
      onTestFinished(() => database.end())
      return database
    }
    const databases = [
      { database: open(20, { statementTimeoutMs: 7_000, role: applicationRole }), limit: '7s', isOurs: true },
      { database: open(20, { statementTimeoutMs: 9_000 }), limit: '9s', isOurs: false },
    ]
    const ask = async (index: number) => {
      const { database, limit, isOurs } = databases[index % 2] ?? databases[0]!
      const sql = index % 5 === 0 ? database.everywhere() : database.within(index)
      const look = (inner: Pick<typeof sql, 'unsafe'> = sql) =>
        inner.unsafe(
          `select current_setting('statement_timeout') as limit, current_setting('quiver.scope', true) as scope,
             current_user = '${applicationRole}' as ours, $1::integer as n`,
          [index],
        )
      const scope = index % 5 === 0 ? 'everywhere' : String(index)
      const way = index % 4
      const rows =
        way === 0
          ? await look()
          : way === 1
            ? await sql.read(look)
            : await sql.begin(async (inner) => {
                if (way === 2) await inner.savepoint((deep) => deep`select 1 / 0`).catch(() => {})
                return look(inner)
              })
      expect(rows).toEqual([{ limit, scope, ours: isOurs, n: index }])
    }
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 2_000 }, (_, index) => ask(index)))
    }
  },
)

test.skipIf(!hasPgBouncer)(
  'a statement behind PgBouncer is cancelled, and what was written is undone',
  async () => {
    const { sql: owner, url } = await aDatabase({ isEmpty: true })
    await owner`create table notes (n integer)`
    const bouncer = await aPgBouncer(url)
    const database = connect(bouncer.behind(), { max: 1, applicationName: 'x' })
    onTestFinished(() => database.end())
    const stop = new AbortController()
    const work = database.beginUntil(stop.signal, async (sql) => {
      await sql`insert into notes values (1)`
      await sql`select pg_sleep(600)`
    })
    const asleep = async () =>
      (await owner`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length > 0
    await until(asleep, { seconds: 20 })
    stop.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect(await database`select n from notes`).toEqual([])
  },
)

test.skipIf(!hasPgBouncer).each(['before', 'after'] as const)(
  'behind PgBouncer, an import survives the loss of its worker %s every fourth message',
  async (moment) => {
    expect(await dieAtMessages(moment, 2, 4, { bouncer: aPgBouncer })).toBeGreaterThan(8)
  },
  600_000,
)

test.skipIf(!hasPgBouncer)(
  'behind PgBouncer, two workers that are killed count each row once',
  () => surviveKills({ kills: 10, rows: 40_000, bouncer: aPgBouncer }, 57),
  600_000,
)
