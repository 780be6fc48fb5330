import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aPooler } from '../../../test/harness/postgres/pooler.ts'
import { connect } from '../driver/connection.ts'
import { applicationRole } from '../roles.ts'
import { reachDatabase } from './reach.ts'

const byTransaction = { mode: 'transaction', drops: true } as const

const reach = (url: string, poolerUrl: string) => reachDatabase({ url, ownerUrl: url, poolerUrl })

test('without a pooler there is one address', async () => {
  const { url } = await aDatabase()
  expect(await reachDatabase({ url, ownerUrl: url })).toEqual({ url })
})

test('a pooler that lends its connections by transaction is taken, and what it forgets is known', async () => {
  const { url } = await aDatabase()
  const pooler = await aPooler(url, byTransaction)
  expect(await reach(url, pooler)).toEqual({ url: { pooler, direct: url, keepsStatements: false } })
})

test('a pooler that gives each client a session of its own is taken, too', async () => {
  const { url } = await aDatabase()
  expect(await reach(url, await aPooler(url, { mode: 'session', drops: true }))).toHaveProperty('url')
})

test('a pooler that divides transactions is refused', async () => {
  const { url } = await aDatabase()
  expect(await reach(url, await aPooler(url, { mode: 'statement', drops: true }))).toEqual({
    fault: expect.stringMatching(/does not keep the role quiver_app .* pool_mode = transaction\.$/),
  })
})

test('a pooler in front of another database is refused', async () => {
  const [{ url }, other] = [await aDatabase(), await aDatabase()]
  expect(await reach(url, await aPooler(other.url, byTransaction))).toEqual({
    fault: expect.stringContaining('lead to different databases'),
  })
})

test('a pooler whose login may not take the role of the application is refused', async () => {
  const { sql, url } = await aDatabase()
  const login = `stranger_${randomBytes(6).toString('hex')}`
  await sql.unsafe(`create role ${login} login`)
  onTestFinished(() => void sql.unsafe(`drop role ${login}`))
  const pooler = new URL(await aPooler(url, byTransaction))
  pooler.username = login
  expect(await reach(url, pooler.href)).toEqual({
    fault: expect.stringMatching(/The login .* may not work as the role quiver_app/),
  })
})

test('the direct address may not lead to a pooler', async () => {
  const { url } = await aDatabase()
  const pooler = await aPooler(url, byTransaction)
  expect(await reach(pooler, pooler)).toEqual({
    fault: expect.stringMatching(/^The connections of DATABASE_DIRECT_URL lose the settings/),
  })
})

test('behind a pooler, notifications arrive, and the lock of the listener ends with it', async () => {
  const { sql, url } = await aDatabase()
  const options = { max: 2, applicationName: 'test', role: applicationRole }
  const pooled = { pooler: await aPooler(url, byTransaction), direct: url, keepsStatements: false }
  const database = connect(pooled, options)
  onTestFinished(() => database.end())
  const heard = new EventTarget()
  const tell = (payload: string) => heard.dispatchEvent(new Event(payload))
  const listener = await database.listen('imports', tell, { advisoryLock: [4711, 7] })
  const first = once(heard, 'one')
  await database.everywhere().notify('imports', 'one')
  await first
  const locks = () => sql`select 1 from pg_locks where locktype = 'advisory' and classid = 4711`
  expect(await locks()).toHaveLength(1)
  await listener.stop()
  expect(await locks()).toHaveLength(0)
})
