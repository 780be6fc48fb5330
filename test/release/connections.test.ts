import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverSettings } from '../../src/database/embedded/settings.ts'
import { startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory, root } from '../harness/core/embedded.ts'
import { aFreePort } from '../harness/core/socket.ts'
import { until } from '../harness/core/until.ts'

/** Of the table in docs/operating.md. */
async function documentedFor(row: string, workers: number): Promise<number> {
  const document = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const line = document.split('\n').find((text) => text.startsWith(`| ${row}`)) ?? ''
  const [, base = 'none', each = '0'] = /\| (\d+)(?: \+ (\d+) × `WORKERS`)? +\|$/.exec(line) ?? []
  return Number(base) + Number(each) * workers
}

/** The limits of all pools of a process, added up. @param threads whose pools are looked for */
async function limitsOf(args: string[], environment: Record<string, string>, threads: string[]) {
  const { url } = await aDatabase()
  const port = await aFreePort()
  const given = { DATABASE_URL: url, DATA_DIR: await aDataDirectory(), PORT: '0', METRICS_PORT: String(port) }
  await startQuiver(args, { ...given, ...environment })
  let limits: Record<string, number> = {}
  await until(
    async () => {
      const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text(), String)
      const found = text.matchAll(/^quiver_pool_connections_max\{pool="([^"]+)"[^}]*\} (\d+)/gm)
      limits = Object.fromEntries([...found].map(([, pool = '', max]) => [pool, Number(max)]))
      return ['quiver api', ...threads].every((name) => name in limits)
    },
    { seconds: 30 },
  )
  return Object.values(limits).reduce((sum, max) => sum + max, 0)
}

/** Outside of the pools: three sessions and one of each import thread wait for notifications, and one looks at a stop. */
const besidePools = (workers: number) => 3 + workers + 1

test.each([
  ['`quiver serve`', ['serve'], 3],
  ['`quiver serve`', ['worker'], 2],
])(
  'the documents name the connections that %s may open, %j with %i import threads',
  async (row, args, workers) => {
    const threads = Array.from({ length: workers }, (_none, index) => `quiver worker ${index}`)
    const names = [...threads, 'quiver mail', 'quiver jobs', 'quiver exports', 'quiver changes']
    const most = (await limitsOf(args, { WORKERS: String(workers) }, names)) + besidePools(workers)
    const documented = await documentedFor(row, workers)
    expect(most).toBeLessThanOrEqual(documented)
    expect(most).toBeGreaterThan(documented - 5)
  },
)

test('the embedded PostgreSQL allows the connections of as many import threads as the documents say', async () => {
  const document = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const [, allowed = '', workers = ''] =
    /embedded PostgreSQL\s+allows (\d+), which are enough for (\d+) import threads/.exec(document) ?? []
  const settings = serverSettings({ memory: 2 ** 30, hasSharedMemory: true }, '/socket')
  expect(settings['max_connections']).toBe(allowed)
  const doctor = await documentedFor('another command', 0)
  const superusers = 3
  const needed = (await documentedFor('`quiver serve`', Number(workers))) + doctor + superusers
  expect(needed).toBeLessThanOrEqual(Number(allowed))
})

test('the documents name the connections that a server without workers may open', async () => {
  const most = await limitsOf(['serve', '--only', 'http'], {}, ['quiver public'])
  expect(most + 1).toBeLessThanOrEqual(await documentedFor('`quiver serve --only http`', 0))
})
