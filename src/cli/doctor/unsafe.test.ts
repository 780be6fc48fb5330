import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { healthyCondition } from '../../../test/harness/core/condition.ts'
import type { Condition } from '../../database/condition.ts'
import { checkCondition } from './database.ts'
import { checkUploadDirectory } from './files.ts'
import { problem, type Finding } from './finding.ts'
import { checkExposure, checkFreeSpace, checkNode, checkUser } from './machine.ts'

/** O1: whatever makes an installation unsafe is a problem, and its sentence says what to do. */

const database = (condition: Partial<Condition>) =>
  checkCondition({ ...healthyCondition, ...condition }, false)

/** What is said of a configuration: also that it is refused before anything else is looked at. */
function configuration(env: Record<string, string>): Finding[] {
  try {
    return checkExposure(readConfig(env))
  } catch (error) {
    return [problem(error instanceof Error ? error.message : '')]
  }
}

async function anOpenUploadDirectory(): Promise<Finding[]> {
  const parent = await mkdtemp(join(tmpdir(), 'quiver-doctor-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const directory = join(parent, 'uploads')
  await mkdir(directory)
  await chmod(directory, 0o777)
  return [await checkUploadDirectory(directory)]
}

const open = { HOST: '0.0.0.0', BASE_URL: 'https://mail.example.com' }

const faults: [fault: string, findings: () => Finding[] | Promise<Finding[]>, remedy: RegExp][] = [
  ['fsync is off', () => database({ fsync: 'off' }), /set fsync = on in postgresql\.conf/],
  ['the login is a superuser', () => database({ is_superuser: true }), /login of its own .* quiver_app/],
  ['the login owns the tables', () => database({ owns_tables: true }), /login of its own .* quiver_app/],
  ['the role is too strong', () => database({ role_is_unsafe: true }), /alter role quiver_app nosuperuser/],
  [
    'one table has no walls',
    () => database({ open_tables: ['users'] }),
    /alter table users enable row level/,
  ],
  ['it runs as root', () => [checkUser(0)], /Give it its own user/],
  ['everybody may write to the upload directory', anOpenUploadDirectory, /chmod o-w /],
  [
    'the secret can be guessed',
    () => configuration({ SECRET_KEY: 'changeme'.repeat(5) }),
    /openssl rand -hex 32/,
  ],
  ['the secret is short', () => configuration({ SECRET_KEY: 'secret' }), /SECRET_KEY must be at least 32/],
  [
    'the clock is 5 s off the database',
    () => database({ clock_ahead_ms: -5_000 }),
    /synchronize both machines by NTP/,
  ],
  ['the disk is all but full', () => [checkFreeSpace(2 ** 30 - 1, '/data')], /make room for at least 1 GiB/],
  [
    'the headers of every proxy are believed',
    () => configuration({ TRUSTED_PROXIES: '::/0' }),
    /list only your proxies/,
  ],
  ['it runs in debug mode', () => configuration({ LOG_LEVEL: 'trace' }), /set it to info/],
  ['the schema is old', () => database({ pending_migrations: ['013-x.sql'] }), /run quiver migrate/],
  ['Node.js is old', () => [checkNode('v18.20.8')], /install 20\.19 or a later one/],
  [
    'people come over http, and cookies are secure',
    () => configuration({ BASE_URL: 'http://mail.example.com' }),
    /Put TLS in front and use https/,
  ],
  [
    'imports read from the inside',
    () => configuration({ ...open, IMPORT_URL_ALLOW: 'db.internal:5432' }),
    /db\.internal:5432: take out what is not meant/,
  ],
  [
    'imports read where clouds keep credentials',
    () => configuration({ IMPORT_URL_ALLOW: '169.254.169.254:80' }),
    /^IMPORT_URL_ALLOW .*clouds serve credentials.* remove it/,
  ],
  [
    'webhooks are sent where clouds keep credentials',
    () => configuration({ WEBHOOK_ALLOW: 'hooks.internal:443, [fd00:ec2::254]:80' }),
    /^WEBHOOK_ALLOW .*clouds serve credentials.* remove it/,
  ],
]

test.each(faults)('%s', async (_fault, findings, remedy) => {
  const problems = (await findings()).filter(({ level }) => level === 'problem')
  expect(problems).toEqual([{ level: 'problem', text: expect.stringMatching(remedy) }])
})

test('an installation without any of them has no problem', () => {
  const findings = [
    ...database({}),
    ...configuration({ ...open, SECRET_KEY: '0123456789abcdef'.repeat(4) }),
    checkNode('v20.19.0'),
    checkUser(1000),
    checkFreeSpace(2 ** 30, '/data'),
  ]
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
})
