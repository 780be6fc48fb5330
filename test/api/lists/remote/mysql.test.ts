import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RowDataPacket } from 'mysql2/promise'
import { until } from '../../../harness/core/until.ts'
import {
  aMysqlServer,
  aWayWithOtherNames,
  hasMariadb,
  makeNumbers,
} from '../../../harness/fakes/remote/mysql.ts'
import type { MysqlServer } from '../../../harness/fakes/remote/mysql.ts'
import { readAll } from '../../../harness/fakes/remote/read.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

describe.skipIf(!hasMariadb)('MariaDB (skipped where mariadb-server is not installed)', () => {
  // One for both tests: to make it takes 6 s.
  let server: MysqlServer
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    server = await aMysqlServer(null, (end) => ends.push(end))
  })
  afterAll(() => Promise.all(ends.map((end) => end())))

  test('a campaign is sent to the rows of a MySQL database, which no statement changes', async () => {
    const { root, target } = server
    await root.query(
      'create table people (email varchar(100), id int, first_name varchar(50), born date, vip boolean, picture blob)',
    )
    await root.query(
      `insert into people values ('ada@example.com', 7, 'Ada ä 🙂', '1815-12-10', true, x'00ff41'), ('bob@example.com', null, null, null, false, null)`,
    )
    const rows = await readAll(target, 'select * from people order by email;')
    expect(rows).toMatchObject({
      columns: ['email', 'id', 'first_name', 'born', 'vip', 'picture'],
      rows: [
        ['ada@example.com', '7', 'Ada ä 🙂', '1815-12-10', '1', '\ufffdA'],
        ['bob@example.com', null, null, null, '0', null],
      ],
      message: '',
    })
    for (const statement of [
      "insert into people (email) values ('x')",
      'drop table people',
      'select 1; select 2',
      'selekt',
    ])
      expect((await readAll(target, statement)).message, statement).toMatch(
        /^The database answered: .* \(ER_\w+\)\.$/,
      )
    const world = await aRemoteWorld(target)
    world.start()
    const id = await world.begin('select email, id as distinct_id, first_name from people')
    expect(await world.ended(id)).toMatchObject({ state: 'finished', error_message: null })
    expect(world.addressed()).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('the server stops a query whose reader is gone, whether its limit has the name of MariaDB or of MySQL', async () => {
    const { root, target } = server
    // It would run for hours.
    await makeNumbers(root, 5000)
    const endless = 'select count(*) from numbers a, numbers b, numbers c where a.n + b.n > c.n'
    // With 1 second in all, a busy machine had passed both limits when it looked.
    const given = { limits: { firstRowSeconds: 0.3, totalSeconds: 3 } }
    expect((await readAll(target, endless, given)).message).toMatch(/sent no row within/)
    const running = async () => {
      const [found] = await root.query<RowDataPacket[]>(
        `select id from information_schema.processlist where user = 'reader' and info like '%numbers%'`,
      )
      return found.length
    }
    await until(async () => (await running()) === 0, { seconds: 10 })
    const [versions] = await root.query<RowDataPacket[]>('select version() as version')
    let ofMysql = target
    if (/mariadb/i.test(String(versions[0]?.['version']))) {
      const limit = await readAll(target, 'select floor(@@max_statement_time) as seconds')
      expect(limit).toMatchObject({ message: '', rows: [['3600']] })
      ofMysql = { ...target, port: await aWayWithOtherNames(target.port) }
    }
    // MySQL has the other one, in milliseconds.
    const other = await readAll(ofMysql, 'select floor(@@max_execution_time) as milliseconds')
    expect(other).toMatchObject({ message: '', rows: [['3600000']] })
  })
})
