import path from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/api.ts'
import { createSubscriber, listSubscribers } from '../../../src/contract/subscribers/endpoints.ts'
import { nextMigration, nextVersion, theNextVersion } from '../../harness/acceptance/next-version.ts'
import { aBusyPair } from '../../harness/acceptance/restarts.ts'
import { aList, aQuiverServer, quiver, startQuiver } from '../../harness/core/command.ts'
import { aDataDirectory } from '../../harness/core/embedded.ts'
import { figure } from '../../harness/watching/figure.ts'

const refusal =
  `The database is newer than this Quiver: it contains the migration ${nextMigration}, which this Quiver does not have. ` +
  'Start the newer Quiver, or restore a backup.'

const warningsAt = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, ((await answer.json()) as { data: { warnings: string[] } }).data.warnings]
}

test('an upgrade under a hundred calls a second, imports and a campaign: two versions side by side lose nothing and do nothing twice', async () => {
  const next = await theNextVersion()
  const { whole, servers, restart, expectAllOnce } = await aBusyPair()
  const begunMs = performance.now()
  const migrated = await quiver(['migrate'], whole.environment, next)
  const seconds = (performance.now() - begunMs) / 1000
  expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining(nextMigration) })

  // Those that run go on and say so; one that starts is refused.
  for (const { url } of servers) {
    await expect.poll(() => warningsAt(url)).toEqual([200, ['upgraded']])
  }
  const late = await quiver(['serve'], { ...whole.environment, DATA_DIR: await aDataDirectory(), PORT: '0' })
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining(refusal)])

  for (const server of servers) {
    await restart(server, next)
    await server.process().seen(new RegExp(`Quiver ${nextVersion} is ready`))
    expect(await warningsAt(server.url)).toEqual([200, []])
  }
  figure(`migrated in ${seconds.toFixed(1)} s beside the load; ${await expectAllOnce()}`)
})

test('the way back: the former version refuses the upgraded database, and works with the backup from before', async () => {
  const next = await theNextVersion()
  const dataDir = await aDataDirectory()
  const former = await aQuiverServer({ DATA_DIR: dataDir })
  const { client, list } = await aList(former)
  const params = { mailing_list_id: Number(list) }
  await client.call(createSubscriber, { params, body: { email: 'before@example.com' } })
  const file = path.join(path.dirname(dataDir), 'quiver-before.tar.gz')
  expect((await quiver(['backup', file], { DATA_DIR: dataDir })).code).toBe(0)
  former.kill('SIGTERM')
  expect((await former.ended).code).toBe(0)

  const upgraded = await startQuiver(['serve'], { DATA_DIR: dataDir, PORT: '0' }, undefined, { from: next })
  const [, url = ''] = await upgraded.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const later = createClient({ url, credential: former.credential })
  await later.call(createSubscriber, { params, body: { email: 'after@example.com' } })
  upgraded.kill('SIGTERM')
  expect((await upgraded.ended).code).toBe(0)

  const refused = await quiver(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(refusal)])

  const elsewhere = await aDataDirectory()
  expect((await quiver(['restore', file], { DATA_DIR: elsewhere })).code).toBe(0)
  const back = await startQuiver(['serve'], { DATA_DIR: elsewhere, PORT: '0' })
  const [, backUrl = ''] = await back.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const restored = createClient({ url: backUrl, credential: former.credential })
  const { data } = await restored.call(listSubscribers, { params })
  expect(data.map(({ email }) => email)).toEqual(['before@example.com'])
  expect((await warningsAt(backUrl))[1]).toContain('held')
  expect((await quiver(['confirm-copy'], { DATA_DIR: elsewhere })).stdout).toContain('sends from now on')
  await expect.poll(() => warningsAt(backUrl)).toEqual([200, []])
})
