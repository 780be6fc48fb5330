import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { RowDataPacket } from 'mysql2/promise'
import { readQuery } from '../../../../src/outbound/databases/mysql-query.ts'
import { byDay } from '../../../harness/night.ts'
import { until } from '../../../harness/core/until.ts'
import {
  aMysqlServer,
  aWayWithOtherNames,
  hasMariadb,
  makeNumbers,
  type MysqlServer,
} from '../../../harness/fakes/remote/mysql.ts'
import { readAll } from '../../../harness/fakes/remote/read.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

const hostile = [
  "begin not atomic commit; set session transaction read write; start transaction; insert into kept values ('evil'); commit; select email from kept; end",
  'begin not atomic set max_statement_time=0; select sleep(2); end',
  "select email from kept into outfile 'FILE'",
  "select email into outfile 'FILE' from kept",
  "select email from kept into dumpfile 'FILE'",
  'select email from kept limit 1 into @taken',
  "(select email from kept) into outfile 'FILE'",
  "select 1 union select 2 into outfile 'FILE'",
  "select 'a\\' into outfile 'FILE' -- '",
  'commit',
  'rollback',
  'set session transaction read write',
  "execute immediate 'insert into kept values (1)'",
  "prepare p from 'drop table kept'",
  'kill 1',
  'kill connection_id()',
  'handler kept open',
  'show tables',
  'use mysql',
  'describe kept',
  'explain select 1',
  'analyze select * from kept',
  'call proc()',
  'do sleep(1)',
  "load data infile '/etc/hostname' into table kept",
  "load data local infile '/etc/hostname' into table kept",
  "insert into kept values ('evil') returning email",
  "insert into kept select 'evil'",
  "replace into kept values ('evil')",
  "update kept set email = 'evil'",
  'delete from kept returning email',
  'truncate kept',
  'drop table kept',
  'create table made as select 1 as n',
  'create temporary table made as select 1 as n',
  'create or replace view made as select 1',
  'lock tables kept write',
  'flush tables',
  'alter table kept add x int',
  'grant all on *.* to reader@localhost',
  'set statement max_statement_time=0 for select 1',
  'select 1; insert into kept values (2)',
  'select 1;; select 2',
  'select * from kept for update',
  'select * from kept for share',
  'select * from kept lock in share mode',
  'select evil()',
  'select * from kept where evil() = 1',
  'with x as (select evil() as n) select n from x',
  'select nextval(counter)',
  'select next value for counter',
  'select setval(counter, 70)',
  "/*! insert into kept values ('evil') */",
  "/*M! insert into kept values ('evil') */",
  "select 1 /*!50000 into outfile 'FILE' */",
  'select /*+ MAX_EXECUTION_TIME(0) */ 1',
  '/* note */ -- note\n # note\n delete from kept',
  "select 1) as q; insert into kept values ('evil'); -- ",
  'select 1) union (select 2',
  'select 1), exists (select 2',
  'select (1',
  "select 'open",
  'select 1 /* open',
  'select 1 from kept procedure analyse()',
  'xa begin "x"',
  'savepoint x',
  'start transaction',
  ';',
  '-- nothing',
]

function isRefusedUnasked(statement: string): boolean {
  try {
    readQuery(statement)
    return false
  } catch {
    return true
  }
}

const legal: [query: string, columns: string[], rows: string[][]][] = [
  ['select email from ordered order by n', ['email'], [['a'], ['b'], ['c']]],
  ['select email from ordered order by n desc limit 1;', ['email'], [['c']]],
  [
    '-- who\nselect /* all */ email, email from ordered where n = 1; -- done\n',
    ['email', 'email'],
    [['a', 'a']],
  ],
  [
    'select a.email, b.email from ordered a join ordered b using (n) where n = 2',
    ['email', 'email'],
    [['b', 'b']],
  ],
  ['with x as (select n from ordered where n > 1) select n from x order by n', ['n'], [['2'], ['3']]],
  ['(select 1 as n) union all (select 2) order by n desc', ['n'], [['2'], ['1']]],
  ["select 'into; for update (' as `into`", ['into'], [['into; for update (']]],
  ["select 'it''s' as a, \"b\\\"(\" as b # tail", ['a', 'b'], [["it's", 'b"(']]],
  ['values (1), (2)', ['1'], [['1'], ['2']]],
]

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
    for (const statement of ['select 1 frm people', 'select no_such_column from people'])
      expect((await readAll(target, statement)).message, statement).toMatch(
        /^The database answered: .* \(ER_\w+\)\.$/,
      )
    const world = await aRemoteWorld(target)
    world.start()
    const id = await world.begin('select email, id as distinct_id, first_name from people')
    expect(await world.ended(id)).toMatchObject({ state: 'finished', error_message: null })
    expect(world.addressed()).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('no statement writes, locks or lifts a limit, not even by a role with all rights, and in no preview', async () => {
    const { root, admin } = server
    await root.query("create table kept (email varchar(100)); insert into kept values ('ada@example.com')")
    await root.query('create sequence counter')
    await root.query(`
      create function evil() returns int begin insert into kept values ('evil'); return 1; end;
      create function lifting() returns int begin set session max_statement_time = 0; set session tx_read_only = 0; return 1; end;
      create procedure proc() begin insert into kept values ('evil'); select 1; end`)
    const folder = await mkdtemp(join(tmpdir(), 'quiver-stolen-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'stolen')
    const world = await aRemoteWorld(admin)
    // What the server is not asked about takes no time to be looked at.
    const asked = byDay([...hostile.slice(0, 3), ...hostile.filter((one) => !isRefusedUnasked(one))], hostile)
    expect(hostile.filter(isRefusedUnasked).length).toBeGreaterThan(50)
    const statements = asked.map((statement) => statement.replaceAll('FILE', file))
    const took: string[] = []
    for (const statement of statements) {
      const body = { segmentation_criteria_remote_sql: statement }
      const preview = await world.call<{ rows: unknown[]; problem: string | null }>(
        'POST',
        `mailing_lists/${world.listId}/remote_query/preview`,
        body,
      )
      const problem = preview.body.data?.problem ?? preview.body.error_message ?? ''
      if (!/^The (?:query must|query has|database answered: .* \(ER_)/.test(problem))
        took.push(`${statement}: ${problem}`)
    }
    expect(took).toEqual([])
    const [rows] = await root.query<RowDataPacket[]>('select email from kept')
    expect(rows).toEqual([{ email: 'ada@example.com' }])
    const [tables] = await root.query<RowDataPacket[]>("show tables like 'made%'")
    expect(tables).toEqual([])
    const [next] = await root.query<RowDataPacket[]>('select nextval(counter) as n')
    expect(next).toEqual([{ n: 1 }])
    expect(existsSync(file)).toBe(false)
    await readAll(admin, 'select lifting(), sleep(60)', { limits: { totalSeconds: 1 } })
    const running = async () => {
      const [found] = await root.query<RowDataPacket[]>(
        `select id from information_schema.processlist where user = 'admin' and info like '%lifting%'`,
      )
      return found.length
    }
    await until(async () => (await running()) === 0, { seconds: 10 })
  })

  test('every form of a query is read, in its order, with columns of any name', async () => {
    const { root, target } = server
    await root.query(
      "create table ordered (email varchar(9), n int); insert into ordered values ('b', 2), ('a', 1), ('c', 3)",
    )
    for (const [query, columns, rows] of legal)
      expect(await readAll(target, query), query).toMatchObject({ message: '', columns, rows })
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
