import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder } from '../../harness/importing/stories.ts'
import { aQuiverServer } from '../../harness/core/command.ts'

/** Native work that takes hours and that nothing can interrupt, in each thread that begins with the module. */
const forHours = `
  import { pbkdf2 } from 'node:crypto'
  pbkdf2('a', 'b', 2_000_000_000, 64, 'sha512', () => {})`

async function aServer(module: string) {
  const { url } = await aDatabase()
  const directory = await aWorkFolder()
  const path = join(directory, 'native.mjs')
  await writeFile(path, module)
  const environment = { DATABASE_URL: url, DATA_DIR: join(directory, 'data'), WORKERS: '1' }
  return aQuiverServer({ ...environment, NODE_OPTIONS: `--import ${path}` })
}

/** @returns null instead of a code: it was killed. */
async function codeOfStop(module: string) {
  const server = await aServer(module)
  server.kill('SIGTERM')
  return (await server.ended).code
}

test('a stop ends with 0 whatever handles are left, and does not wait for native code in any thread', async () => {
  // One after the other: the native work of one server takes the processor that the end of the other needs.
  expect(await codeOfStop('setInterval(() => {}, 1_000)')).toBe(0)
  expect(await codeOfStop(forHours)).toBeNull()
})
