import { expect, test } from 'vitest'
import { aQuiverServer, quiver, startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'

test('a restored copy that is held says so at its start, in /readyz and to the doctor, until it is confirmed', async () => {
  const { url: DATABASE_URL } = await aDatabase()
  const shared = { DATABASE_URL, PORT: '0', SECRET_KEY: '0123456789abcdef'.repeat(2) }
  const original = await aQuiverServer({ ...shared, DATA_DIR: await aDataDirectory() })
  const environment = { ...shared, DATA_DIR: await aDataDirectory() }
  const copy = await startQuiver(['serve'], environment)
  const [, url = ''] = await copy.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { data: unknown }
  expect(ready.data).toEqual({
    status: 'ready',
    // The original runs, too, with files that the copy does not have.
    warnings: ['held', 'files'],
  })
  // The original says that a process beside it does nothing.
  const warningsOf = async () => {
    const answer = (await (await fetch(`${original.url}/readyz`)).json()) as { data: { warnings: string[] } }
    return answer.data.warnings
  }
  await until(async () => (await warningsOf())[0] === 'another_held')
  const problems = async () =>
    (await quiver(['doctor'], environment)).stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))
  expect(await problems()).toContainEqual(expect.stringMatching(/^PROBLEM +This database belongs to another/))
  expect(await problems()).toContainEqual(
    expect.stringMatching(/^PROBLEM +Processes that keep their files elsewhere/),
  )
  await quiver(['confirm-copy'], environment)
  await until(async () => !(await warningsOf()).includes('another_held'))
  expect(await problems()).not.toContainEqual(expect.stringContaining('belongs to another'))
  for (const server of [original, copy]) server.kill('SIGTERM')
  expect((await copy.ended).stderr).toContain('This database belongs to another server')
})
