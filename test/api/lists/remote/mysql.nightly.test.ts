import { describe, expect, test } from 'vitest'
import { anAuthority } from '../../../harness/fakes/certificate.ts'
import { aMysqlServer, hasMariadb, makeNumbers } from '../../../harness/fakes/remote/mysql.ts'
import { readAll } from '../../../harness/fakes/remote/read.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

describe.skipIf(!hasMariadb)('MariaDB (skipped where mariadb-server is not installed)', () => {
  test('many rows come in order, and every fault has its sentence', async () => {
    const { root, target } = await aMysqlServer()
    await makeNumbers(root, 20000)
    const all = await readAll(
      target,
      `select n, concat(n, '@example.com') as email from numbers order by n`,
      {
        rowsMax: 30_000,
      },
    )
    expect(all.message).toBe('')
    expect(all.rows.map((row) => row?.[0])).toEqual(
      Array.from({ length: 20_000 }, (_, index) => String(index + 1)),
    )
    expect(await readAll(target, 'select n from numbers where n < 0')).toMatchObject({
      columns: ['n'],
      rows: [],
      message: '',
    })
    const cut = await readAll(target, 'select n from numbers', { rowsMax: 700 })
    expect([cut.rows.length, cut.isCut]).toEqual([700, true])
    const long = await readAll(
      target,
      `select repeat('x', 1000000 * (n = 2)) from numbers where n < 4 order by n`,
    )
    expect(long.rows).toEqual([[''], null, ['']])
    const faults: [Partial<typeof target>, string, RegExp][] = [
      [{ password: 'wrong' }, 'select 1', /refuses the login of reader/],
      [{ databaseName: 'nowhere' }, 'select 1', /has no database nowhere/],
      [{ tls: 'verify' }, 'select 1', /does not offer TLS/],
      [{}, 'select sleep(30)', /sent no row within 1 second/],
      [{}, 'select sleep(n > 1500) from numbers where n < 1600', /in the middle of its rows|sent no row/],
      [{}, 'set @x = 1', /must begin with SELECT/],
      [{}, `load data local infile '/etc/passwd' into table numbers`, /must begin with SELECT/],
    ]
    for (const [change, sql, sentence] of faults) {
      const { message } = await readAll({ ...target, ...change }, sql, {
        limits: { firstRowSeconds: 1, nextRowSeconds: 1 },
      })
      expect(message, sql).toMatch(sentence)
      expect(message).not.toContain('wrong ')
    }
    const [left] = await root.query('select count(*) as count from numbers')
    expect(left).toEqual([{ count: 20_000 }])
  })

  test('a server that is killed in the middle of its rows leaves nothing sent', async () => {
    const { root, target, pid } = await aMysqlServer()
    await makeNumbers(root, 3000)
    const world = await aRemoteWorld(target)
    world.start()
    const id = await world.begin(`select concat(n, '@example.com') as email, sleep(0.005) as x from numbers`)
    setTimeout(() => process.kill(pid, 'SIGKILL'), 2000)
    expect(await world.ended(id)).toMatchObject({
      state: 'failed',
      error_message: expect.stringMatching(/^Nothing was sent\. The database closed the connection/),
    })
    expect(world.sink.messages).toEqual([])
  })
})

describe.skipIf(!hasMariadb)('MariaDB with TLS (skipped where mariadb-server is not installed)', () => {
  test.each([
    ['localhost', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
  ])('a certificate for %s is accepted by its authority, and refused for %s', async (host, other) => {
    const authority = anAuthority('Shop authority')
    const { target } = await aMysqlServer(authority.sign(host))
    const ask = (changes: Partial<typeof target>) =>
      readAll({ ...target, host, tls: 'verify', tlsCa: authority.cert, ...changes }, 'select 1 as n')
    const works = { message: '', rows: [['1']] }
    const refused = (message: string) => ({
      rows: [],
      retry: false,
      message: expect.stringContaining(message),
    })
    expect(await ask({})).toMatchObject(works)
    expect(await ask({ host: other, tls: 'require', tlsCa: null })).toMatchObject(works)
    expect(await ask({ tlsCa: null })).toMatchObject(refused('cannot be verified'))
    expect(await ask({ tlsCa: anAuthority('Shop authority').cert })).toMatchObject(
      refused('cannot be verified'),
    )
    expect(await ask({ host: other })).toMatchObject(refused(`is not for ${other} (`))
  })
})
