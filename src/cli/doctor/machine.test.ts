import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { checkExposure, checkFreeSpace, checkMailbox, checkNode, checkSpace, checkUser } from './machine.ts'

test.each([
  ['v20.19.0', 'fine'],
  ['v22.0.0', 'fine'],
  ['v20.18.9', 'problem'],
  ['v18.20.0', 'problem'],
])('Node %s is %s', (version, level) => {
  expect(checkNode(version).level).toBe(level)
})

test('root is a problem', () => {
  expect(checkUser(0).level).toBe('problem')
  expect(checkUser(1000).level).toBe('fine')
  expect(checkUser(undefined).level).toBe('fine')
})

const secret = '0123456789abcdef'.repeat(4)

describe('a configuration', () => {
  test('of defaults has no findings', () => {
    expect(checkExposure(readConfig({ SECRET_KEY: secret }))).toEqual([])
  })

  test.each([
    [
      'that listens on the network',
      { HOST: '0.0.0.0', BASE_URL: 'https://mail.example.com' },
      ['warning'],
      'TLS',
    ],
    [
      'that listens on the network and fetches from the inside',
      { HOST: '0.0.0.0', BASE_URL: 'https://x.example', IMPORT_URL_ALLOW: 'files.internal:80' },
      ['warning', 'problem'],
      'files.internal:80',
    ],
    [
      'that fetches from a link-local address',
      { IMPORT_URL_ALLOW: '169.254.169.254:80' },
      ['problem'],
      'link-local',
    ],
    ['that logs everything', { LOG_LEVEL: 'debug' }, ['problem'], 'LOG_LEVEL'],
    ['that believes every proxy', { TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }, ['problem'], 'any address'],
    ['with a poor secret', { SECRET_KEY: 'x'.repeat(40) }, ['problem'], 'openssl rand'],
  ])('%s has findings', (_what, env, levels, words) => {
    const findings = checkExposure(readConfig(env))
    expect(findings.map(({ level }) => level)).toEqual(levels)
    expect(findings.at(-1)?.text).toContain(words)
  })
})

test.each([
  [{}, 'fine', 'is open on this machine'],
  [{ BASE_URL: 'https://mail.example.com' }, 'warning', 'no page shows it'],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, 'warning', 'no page shows it'],
  [{ SMTP_URL: 'smtp://127.0.0.1:25' }, 'fine', 'no local mailbox'],
])('with %j the local mailbox is named', (env, level, words) => {
  expect(checkMailbox(readConfig(env))).toEqual({ level, text: expect.stringContaining(words) })
})

describe('people can log in, because their browsers send the cookie,', () => {
  test.each([
    { BASE_URL: 'https://mail.example.com' },
    { BASE_URL: 'HTTPS://mail.example.com/quiver' },
    { BASE_URL: 'http://localhost:8080' },
    { BASE_URL: 'http://127.0.0.1' },
    { BASE_URL: 'http://[::1]:8080' },
    { HOST: '::1' },
  ])('at %j', (env) => {
    expect(checkExposure(readConfig(env))).toEqual([])
  })

  test.each([
    { BASE_URL: 'http://mail.example.com' },
    { BASE_URL: 'HTTP://10.0.0.1:8080' },
    { BASE_URL: 'http://localhost.example.com' },
    { BASE_URL: 'http://127.0.0.1.example.com' },
    // What is made of the two, where nobody says what people open.
    { HOST: 'mail.example.com', PORT: '80' },
    { HOST: '0.0.0.0' },
    { HOST: 'no host' },
  ])('but not at %j', (env) => {
    const problems = checkExposure(readConfig(env)).filter(({ level }) => level === 'problem')
    expect(problems).toEqual([
      {
        level: 'problem',
        text: expect.stringMatching(/^BASE_URL is http.*Put TLS in front and use https\.$/i),
      },
    ])
  })
})

test('less than a gibibyte is too little room', () => {
  expect(checkFreeSpace(2 ** 30 - 1, '/data').level).toBe('problem')
  expect(checkFreeSpace(2 ** 30, '/data').level).toBe('fine')
})

test('room is measured where the data will be', async () => {
  expect((await checkSpace('/nowhere/at/all')).text).toContain('free for /nowhere/at/all')
})
