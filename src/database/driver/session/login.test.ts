import { expect, onTestFinished, test, vi } from 'vitest'
import { readLogin } from './login.ts'

test('a URL says who logs in, where, and with which settings', () => {
  expect(readLogin('postgres://me:a%40b@db.example:5433/quiver?sslmode=require&work_mem=8MB')).toEqual({
    target: { path: undefined, hosts: [{ host: 'db.example', port: 5433 }], ssl: 'require' },
    user: 'me',
    password: 'a@b',
    database: 'quiver',
    settings: { work_mem: '8MB' },
  })
  expect(readLogin('postgres://me@one:5432,two,[::1]:5433/quiver?connect_timeout=3')).toMatchObject({
    target: {
      hosts: [
        { host: 'one', port: 5432 },
        { host: 'two', port: 5432 },
        { host: '::1', port: 5433 },
      ],
      ssl: 'disable',
    },
    settings: {},
  })
  expect(readLogin('postgres:///x?host=/run/pg&user=me')).toMatchObject({
    target: { path: '/run/pg/.s.PGSQL.5432' },
    user: 'me',
    database: 'x',
    settings: {},
  })
})

test('what a URL leaves open comes from the variables of libpq', () => {
  vi.stubEnv('PGUSER', 'somebody')
  vi.stubEnv('PGPASSWORD', 'secret')
  vi.stubEnv('PGDATABASE', 'other')
  vi.stubEnv('PGSSLMODE', 'prefer')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(readLogin('postgres://host')).toMatchObject({
    target: { ssl: 'prefer' },
    user: 'somebody',
    password: 'secret',
    database: 'other',
  })
})

test('an unknown sslmode is refused: it might mean less than was asked for', () => {
  expect(() => readLogin('postgres://me@host/x?sslmode=requird')).toThrow('unknown sslmode')
})

test.each([
  ['ssl=true', 'verify-full'],
  ['ssl=false', 'disable'],
  ['ssl=require', 'require'],
  ['ssl=true&sslmode=prefer', 'prefer'],
])('%s means sslmode %s', (query, ssl) => {
  expect(readLogin(`postgres://me@host/x?${query}`)).toMatchObject({ target: { ssl }, settings: {} })
})
