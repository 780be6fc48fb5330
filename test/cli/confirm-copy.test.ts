import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkIdentity, loadServerIdentity } from '../../src/server/restored-copy.ts'
import { watchForCopies } from '../../src/store/server/restored-copy.ts'
import { quiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'

/** O4, the part of the operator. */

test('quiver confirm-copy lets a restored copy send, and reports when there is nothing to confirm', async () => {
  const { sql, url } = await aDatabase()
  const confirm = () => quiver(['confirm-copy'], { DATABASE_URL: url })
  let last = ''
  for (const held of [false, true]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'quiver-copy-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    expect((await checkIdentity(sql, dataDir, undefined)).held).toBe(held)
    last = await loadServerIdentity(dataDir)
  }
  expect(await confirm()).toMatchObject({
    code: 0,
    stdout: 'This server sends from now on. Campaigns that stay paused: 0.\n',
  })
  expect(await watchForCopies(last)(sql.everywhere())).toBe(false)
  expect(await confirm()).toMatchObject({
    code: 0,
    stdout: 'This server is not held: there is nothing to confirm.\n',
  })
})
