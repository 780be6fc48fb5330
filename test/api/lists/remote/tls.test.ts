import { expect, test } from 'vitest'
import { anAuthority } from '../../../harness/fakes/certificate.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { readAll } from '../../../harness/fakes/remote/read.ts'
import { aTlsWay } from './tls-database.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

const authority = anAuthority('Shop authority')
const stranger = anAuthority('Shop authority')
const works = { message: '', rows: [['1']] }
const unverified = {
  rows: [],
  retry: false,
  message: expect.stringMatching(
    /^The certificate of the database cannot be verified \(.+\): give its authority as tls_ca/,
  ),
}
const otherHost = (host: string) => ({
  rows: [],
  retry: false,
  message: expect.stringContaining(`The certificate of the database is not for ${host} (`),
})

test('PostgreSQL is sent a login only if its certificate is of the given authority and for its host', async () => {
  const { target } = await aRemoteDatabase()
  const way = await aTlsWay(target.port, authority.sign('localhost'))
  const numbered = await aTlsWay(target.port, authority.sign('127.0.0.1'))
  const other = await aTlsWay(target.port, authority.sign('db.example'))
  const ask = (changes: Partial<typeof target>) =>
    readAll(
      { ...target, host: 'localhost', tls: 'verify', tlsCa: authority.cert, ...changes },
      'select 1 as n',
    )
  expect(await ask({ port: way.port })).toMatchObject(works)
  expect(await ask({ port: numbered.port, host: '127.0.0.1' })).toMatchObject(works)
  expect(await ask({ port: other.port, tls: 'require', tlsCa: null })).toMatchObject(works)
  const before = [way, numbered, other].map(({ counts }) => counts())
  expect(await ask({ port: way.port, tlsCa: null })).toMatchObject(unverified)
  expect(await ask({ port: way.port, tlsCa: stranger.cert })).toMatchObject(unverified)
  expect(await ask({ port: way.port, host: '127.0.0.1' })).toMatchObject(otherHost('127.0.0.1'))
  expect(await ask({ port: numbered.port })).toMatchObject(otherHost('localhost'))
  expect(await ask({ port: other.port })).toMatchObject(otherHost('localhost'))
  expect([way, numbered, other].map(({ counts }) => counts())).toEqual(before)
  expect(before).toEqual(Array.from({ length: 3 }, () => ({ logins: 1, plainLogins: 0 })))
})

test('a connection is tested with the authority that it was given', async () => {
  const { target } = await aRemoteDatabase()
  const { port } = await aTlsWay(target.port, authority.sign('localhost'))
  const world = await aRemoteWorld({
    ...target,
    host: 'localhost',
    port,
    tls: 'verify',
    tlsCa: authority.cert,
  })
  const path = `database_connections/${world.connectionId}`
  const ask = async () =>
    (await world.call<{ works: boolean; problem: string | null }>('POST', `${path}/test`)).body.data
  expect(await ask()).toMatchObject({ works: true, problem: null })
  await world.call('PUT', path, { database_connection: { tls_ca: stranger.cert } })
  expect(await ask()).toMatchObject({ works: false, problem: unverified.message })
})
