import { expect, test } from 'vitest'
import { aQuiverServer, quiver, startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'

test('processes whose messages would link to different places say so in /readyz and to the doctor, until they agree', async () => {
  const { url: DATABASE_URL } = await aDatabase()
  const DATA_DIR = await aDataDirectory()
  const shared = { DATABASE_URL, DATA_DIR, PORT: '0', SECRET_KEY: '0123456789abcdef'.repeat(2) }
  const environment = { ...shared, BASE_URL: 'https://mail.example.com' }
  const server = await aQuiverServer(environment)
  const warnings = async () => {
    const answer = (await (await fetch(`${server.url}/readyz`)).json()) as { data: { warnings?: string[] } }
    return answer.data.warnings ?? []
  }
  const problems = async () =>
    (await quiver(['doctor'], environment)).stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))
  const problem = expect.stringMatching(/^PROBLEM +Processes that use this database have different BASE_URLs/)

  // Of another machine, whose file of settings has no BASE_URL.
  const worker = await startQuiver(['worker'], shared)
  await until(async () => (await warnings()).includes('base_urls'))
  expect(await problems()).toContainEqual(problem)

  worker.kill('SIGTERM')
  expect((await worker.ended).stderr).toContain('have different BASE_URLs')
  const second = await startQuiver(['worker'], environment)
  await second.seen(/\n/)
  await until(async () => !(await warnings()).includes('base_urls'))
  expect(await problems()).not.toContainEqual(problem)
})
