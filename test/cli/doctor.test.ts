import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'

/** O1: the doctor names every fault of an installation with many, and exits with 1. */

test('names every fault of an unsafe installation at once, each with its remedy', async () => {
  const { sql, url } = await aDatabase()
  await sql`alter table subscribers disable row level security`
  const [latest] = await sql<{ name: string }[]>`
    delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`
  // The test server has them off, for speed; an external one may have them on.
  const settingsOff = await sql<{ name: string }[]>`
    select name from unnest('{fsync,full_page_writes,synchronous_commit}'::text[]) with ordinality as s(name, place)
    where current_setting(name) = 'off' order by place`
  const dataDir = await aDataDirectory()
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  await chmod(join(dataDir, 'uploads'), 0o777)
  const { code, stdout, stderr } = await quiver(['doctor'], {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    HOST: '0.0.0.0',
    BASE_URL: 'http://mail.example.com',
    SECRET_KEY: 'changeme'.repeat(5),
    TRUSTED_PROXIES: '0.0.0.0/0',
    IMPORT_URL_ALLOW: 'files.internal:80, 169.254.169.254:80',
    LOG_LEVEL: 'debug',
  })
  const problems = stdout.split('\n').filter((line) => line.startsWith('PROBLEM '))
  const isRoot = process.getuid?.() === 0
  const expected = [
    ...(isRoot ? [/root\. Give it its own user/] : []),
    /BASE_URL is http:\/\/mail\.example\.com: .* use https\.$/,
    /IMPORT_URL_ALLOW lets .* files\.internal:80.* take out what is not meant/,
    /IMPORT_URL_ALLOW contains a link-local .* remove it/,
    /TRUSTED_PROXIES contains every address.* list only your proxies/,
    /LOG_LEVEL is debug.* set it to info/,
    /SECRET_KEY can be guessed.* openssl rand/,
    /uploads can be written to by everybody: chmod o-w/,
    ...settingsOff.map(({ name }) => new RegExp(`set ${name} = on`)),
    new RegExp(`lacks ${latest?.name}.*quiver migrate`),
    /is a superuser: make a login of its own/,
    /subscribers is not protected .* alter table subscribers enable row level security/,
  ]
  expect(problems).toEqual(expected.map((words) => expect.stringMatching(words)))
  expect(stdout).toContain(`\nProblems found: ${expected.length}.\n`)
  expect(stderr).toBe('')
  expect(code).toBe(1)
})
