import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { backgroundSettings, workerSettings } from '../start.ts'

const given = { databaseUrl: 'postgres://localhost/x', serverIdentity: 'here', secretKey: 'secret' }

test.each([
  ['a first try', {}, true],
  ['a first try by name', { BASE_URL: 'http://localhost:8080' }, true],
  ['a first try by IPv6', { HOST: '::1' }, true],
  ['a server behind a proxy on the same machine', { BASE_URL: 'https://quiver.example.com' }, false],
  ['a proxy without a public address yet', { TRUSTED_PROXIES: '127.0.0.1' }, false],
  ['a server that listens everywhere', { HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:8080' }, false],
])('%s: imports and webhooks may reach loopback or not', (_what, env, allowLoopback) => {
  const config = readConfig(env)
  expect(workerSettings(config, given)).toMatchObject({ allowLoopback })
  expect(backgroundSettings(config, given)).toMatchObject({ allowLoopback })
})
