import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFile, aList, aQuiverServer, members, quiver, startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'
import { anObjectStorage } from '../harness/files/object-storage.ts'

const problemsOf = async (environment: Record<string, string>) =>
  (await quiver(['doctor'], environment)).stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))

const storages = {
  'the database': async () => ({ STORAGE_URL: 'database:' }),
  'an S3 storage': async () => (await anObjectStorage()).variables,
}

test.each(Object.entries(storages))(
  'machines without a shared directory work as one, with files in %s',
  async (_, storage) => {
    const { url: DATABASE_URL } = await aDatabase()
    const shared = {
      DATABASE_URL,
      SECRET_KEY: '0123456789abcdef'.repeat(4),
      SERVER_IDENTITY: 'production',
      BASE_URL: 'https://mail.example.com',
      ...(await storage()),
    }
    const machine = async () => ({ ...shared, DATA_DIR: await aDataDirectory() })
    const first = await machine()
    const server = await aQuiverServer(first, ['--only', 'http'])
    const second = await machine()
    await startQuiver(['worker'], second)
    const folder = await aDataDirectory()
    await mkdir(folder)
    const client = { QUIVER_URL: server.url, QUIVER_API_KEY: server.credential }
    const { list } = await aList(server)
    const large = `${members}${Array.from({ length: 30_000 }, (_, n) => `p${n}@example.com,P,1\n`).join('')}`
    for (const content of [large, members.replaceAll('anna', 'berta')]) {
      const path = await aFile(folder, content)
      const imported = await quiver(['import', path, '--list', list, '--yes'], client)
      expect(imported.stderr).toBe('')
      expect(imported.stdout).toMatch(/ 1 {2}failed\n/)
    }
    const target = join(folder, 'out.csv')
    const exported = await quiver(['export', list, '--output', target], client)
    expect([exported.code, exported.stdout]).toEqual([0, ''])
    expect((await readFile(target, 'utf8')).trimEnd().split('\n')).toHaveLength(30_004)

    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as { data: unknown }
    expect(ready.data).toEqual({ status: 'ready', warnings: [] })
    const elsewhere = expect.stringMatching(/^PROBLEM +Processes that keep their files elsewhere/)
    expect(await problemsOf(first)).not.toContainEqual(elsewhere)
    expect(await problemsOf({ ...first, STORAGE_URL: '' })).toContainEqual(elsewhere)

    const stranger = { ...(await machine()), SECRET_KEY: 'fedcba9876543210'.repeat(4) }
    const words = /The server secret .* is not the one of this database/
    const refused = await quiver(['worker'], stranger)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(words)])
    expect(await problemsOf(stranger)).toContainEqual(expect.stringMatching(words))
  },
)
