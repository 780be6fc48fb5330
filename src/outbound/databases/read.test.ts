import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { aRemoteDatabase } from '../../../test/harness/fakes/remote/postgresql.ts'
import { readAll } from '../../../test/harness/fakes/remote/read.ts'
import { countsSoFar } from '../../work/counts.ts'
import { refuseOwn } from './own.ts'

test('a cursor reads every row as text, in order, and no statement writes', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people (n integer, email text)`
  await sql`insert into people select n, n || '@example.com' from generate_series(1, 1200) n`
  const all = await readAll(
    target,
    `select n, email, n = 1 as first, null::date as none from people order by n;`,
  )
  expect(all).toMatchObject({ columns: ['n', 'email', 'first', 'none'], message: '', isCut: false })
  expect(all.rows).toHaveLength(1200)
  expect(all.rows[0]).toEqual(['1', '1@example.com', 'true', null])
  expect(all.rows[1199]).toEqual(['1200', '1200@example.com', 'false', null])
  expect(await readAll(target, 'select n from people where n < 0')).toMatchObject({
    columns: ['n'],
    rows: [],
  })
  const some = await readAll(target, 'select n from people order by n', { rowsMax: 700 })
  expect(some).toMatchObject({ isCut: true })
  expect(some.rows).toHaveLength(700)
  const long = await readAll(
    target,
    `select repeat('x', 1000000 * (n = 2)::integer) from people where n < 4 order by n`,
  )
  expect(long.rows).toEqual([[''], null, ['']])
  for (const statement of [
    'insert into people values (0) returning n',
    'with gone as (delete from people returning n) select * from gone',
    'select 1; drop table people',
    'commit',
    'select no_such_column from people',
    `select nextval('no_sequence')`,
    'select lo_creat(-1)',
  ]) {
    const answer = await readAll(target, statement)
    expect(answer.message, statement).toMatch(/^The database answered: .* \([0-9A-Z]{5}\)\.$/)
    expect(answer.rows, statement).toEqual([])
  }
  const [left] = await sql<{ count: number }[]>`select count(*) as count from people`
  expect(left?.count).toBe(1200)
})

/** The thread that refuses ends with what it has counted. */
function refusalsCounted(): number {
  const found = countsSoFar().find(
    ({ name, labels }) => name === 'refused_addresses' && labels['setting'] === 'REMOTE_DATABASE_ALLOW',
  )
  return found?.value ?? 0
}

test('only databases of the allow list are reached where the address is not public', async () => {
  const { target } = await aRemoteDatabase()
  const before = refusalsCounted()
  const refused = await readAll(target, 'select 1', { allow: [] })
  expect(refusalsCounted() - before).toBe(1)
  expect(refused).toMatchObject({
    retry: false,
    message: expect.stringMatching(
      /^127\.0\.0\.1:\d+ .* does not connect to private addresses; use a public host, or ask the administrator to name 127\.0\.0\.1:\d+ in REMOTE_DATABASE_ALLOW\.$/,
    ),
  })
  for (const host of [
    'localhost',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '0.0.0.0',
    '2130706433',
  ]) {
    const answer = await readAll({ ...target, host }, 'select 1', { allow: [] })
    expect(answer.message, host).toMatch(/in REMOTE_DATABASE_ALLOW\.$/)
  }
  const public4 = { ...target, host: '93.184.216.34', port: 22 }
  expect((await readAll(public4, 'select 1', { allow: [] })).message).toMatch(
    /does not connect to unusual ports; use port 5432, 6432, 3306/,
  )
})

test('the database of the server itself is refused by its address and port', async () => {
  const own = [{ host: 'db.example', port: 5432 }]
  const lookup = () => Promise.resolve(['8.8.4.4', '2001:4860:4860::8844'])
  const check = (address: string, port: number) => refuseOwn({ addresses: [address], port }, own, lookup)
  await expect(check('8.8.4.4', 5432)).rejects.toThrow('the database of this Quiver server itself')
  await expect(check('::ffff:8.8.4.4', 5432)).rejects.toThrow('the database of this Quiver server itself')
  await check('8.8.4.4', 3306)
  await check('8.8.8.8', 5432)
})

test('what does not answer, or not in time, ends with a sentence', async () => {
  const { target } = await aRemoteDatabase()
  const nobody = { ...target, port: 1 }
  expect(await readAll(nobody, 'select 1')).toMatchObject({
    retry: true,
    message: expect.stringContaining('could not be reached (ECONNREFUSED); check the host'),
  })
  const slow = { limits: { firstRowSeconds: 0.5, nextRowSeconds: 0.5 } }
  const late = await readAll(target, 'select pg_sleep(60)', slow)
  expect(late.message).toMatch(/sent no row within 0.5 seconds|stopped the query because it took too long/)
  const between = await readAll(
    target,
    'select n, case when n > 600 then pg_sleep(60) end from generate_series(1, 900) n',
    { limits: { nextRowSeconds: 0.5 } },
  )
  expect(between.message).toMatch(/nothing for 0.5 seconds|too long/)
  expect(between.rows).toHaveLength(500)
  expect((await readAll(target, 'select pg_sleep(60)', { limits: { totalSeconds: 1 } })).message).toMatch(
    /did not end within 1 second:/,
  )
})

test.each([
  ['closes at once', (socket: Socket) => socket.destroy(), /closed the connection|cannot be read/],
  [
    'is a web server',
    (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    /cannot be read|closed the connection/,
  ],
  ['never answers', () => {}, /did not accept the connection within 1 second/],
  ['has no TLS', (socket: Socket) => socket.once('data', () => socket.write('N')), /does not offer TLS/],
  [
    'sends more than asked before TLS',
    (socket: Socket) => socket.once('data', () => socket.write('SX')),
    /does not offer TLS/,
  ],
  [
    'sends without end',
    (socket: Socket) => flood(socket),
    /sent more than 4 MB for one fetch|closed the connection|cannot be read/,
  ],
])('a server that %s', async (_, behave, sentence) => {
  const port = await aServer(behave)
  const tls = /TLS/.test(_) ? 'verify' : 'off'
  for (const type of ['postgresql', 'mysql'] as const) {
    if (tls === 'verify' && type === 'mysql') continue
    const target = {
      type,
      host: '127.0.0.1',
      port,
      username: 'u',
      password: 'geheim',
      databaseName: 'd',
      tls,
      tlsCa: null,
    } as const
    const limits = { connectSeconds: /never/.test(_) ? 1 : 20, rowBytesMax: 10 }
    const { message } = await readAll(target, 'select 1', { limits })
    expect(message, type).toMatch(sentence)
    expect(message).not.toContain('geheim')
  }
})

function flood(socket: Socket): void {
  const chunk = Buffer.alloc(65_536, 'D\u007f\u00ff\u00ff\u00ff', 'latin1')
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

async function aServer(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
