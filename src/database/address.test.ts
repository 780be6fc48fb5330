import { expect, test } from 'vitest'
import { readAddress, socketUrl, withDatabase } from './address.ts'

test.each([
  ['postgres:///quiver?host=/run/pg&user=me', 'postgres://me@localhost/quiver', '/run/pg/.s.PGSQL.5432'],
  ['postgres://me@/quiver?host=/run/pg', 'postgres://me@localhost/quiver', '/run/pg/.s.PGSQL.5432'],
  ['postgresql://me@%2Frun%2Fpg/quiver', 'postgresql://me@localhost/quiver', '/run/pg/.s.PGSQL.5432'],
  [
    'postgres://me:a%40b@/quiver?host=/p&port=5433',
    'postgres://me:a%40b@localhost/quiver',
    '/p/.s.PGSQL.5433',
  ],
])('%s is a unix socket', (databaseUrl, url, path) => {
  expect(readAddress(databaseUrl)).toEqual({ url, path })
})

test.each([
  ['postgres://me:secret@db.example:5433/quiver?sslmode=require', ['db.example'], [5433]],
  ['postgres://me@db.example/quiver', ['db.example'], [5432]],
  ['postgres://me@[::1]:5433/quiver', ['::1'], [5433]],
])('%s is a host', (databaseUrl, host, port) => {
  expect(readAddress(databaseUrl)).toEqual({ url: databaseUrl, host, port })
})

test('several hosts are left to the driver', () => {
  const url = 'postgres://me@one:5432,two:5433/quiver'
  expect(readAddress(url)).toEqual({ url })
})

test.each(['', 'quiver', 'mysql://me@host/quiver', 'postgres://me:geheim@ho st/quiver'])(
  'the URL %j is refused without repeating it',
  (databaseUrl) => {
    expect(() => readAddress(databaseUrl)).toThrow(
      'DATABASE_URL must look like postgres://user:password@host:5432/database, and so must DATABASE_DIRECT_URL and DATABASE_OWNER_URL if they are set.',
    )
  },
)

test('a socket in a directory with odd characters is found again', () => {
  const url = socketUrl('/tmp/a b&c=d%/ü', 'me', 'quiver')
  expect(readAddress(url)).toEqual({
    url: 'postgres://me@localhost/quiver',
    path: '/tmp/a b&c=d%/ü/.s.PGSQL.5432',
  })
})

test('another database of the same server keeps everything else', () => {
  expect(withDatabase('postgres://me:x@host:1/one?sslmode=require', 'two')).toBe(
    'postgres://me:x@host:1/two?sslmode=require',
  )
  expect(withDatabase('postgres:///one?host=/tmp', 'two')).toBe('postgres:///two?host=/tmp')
})
