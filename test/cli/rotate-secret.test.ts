import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { listApiKeys } from '../../src/contract/api-keys.ts'
import { aQuiverServer, quiver, startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'

const keysOf = async (url: string, credential: string) =>
  (await createClient({ url, credential }).call(listApiKeys)).data.map(({ api_key }) => api_key)

test('the secret can be replaced under a running server, which needs no restart and survives one', async () => {
  const { sql, url: DATABASE_URL } = await aDatabase()
  const environment = { DATABASE_URL, DATA_DIR: await aDataDirectory(), PORT: '0' }
  const secretFile = join(environment.DATA_DIR, 'secret_key')
  const server = await aQuiverServer(environment)
  const before = await readFile(secretFile, 'utf8')
  const rotated = await quiver(['rotate-secret'], environment)
  expect([rotated.code, rotated.stderr, rotated.stdout]).toEqual([0, '', expect.stringContaining('Done.')])
  expect(await readFile(secretFile, 'utf8')).not.toBe(before)
  // The running server seals with the new key, and both processes know both.
  expect(await keysOf(server.url, server.credential)).toEqual([server.credential])
  const made = await quiver(['admin-key'], environment)
  const [, second = ''] = /\n {2}(MT\S+)\n/.exec(made.stdout) ?? []
  expect(await keysOf(server.url, second)).toEqual([server.credential, second])
  const rows = await sql`select distinct get_byte(key_sealed, 0) as key from api_keys`
  expect([...rows]).toEqual([{ key: 2 }])
  const [event] = await sql`select details from audit_events where kind = 'server.secret_rotated'`
  expect(event).toEqual({ details: { key_id: 2 } })
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })

  const again = await startQuiver(['serve'], environment)
  const [, url = ''] = await again.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  expect(await keysOf(url, server.credential)).toEqual([server.credential, second])
  const doctor = await quiver(['doctor'], { ...environment, SECRET_KEY: before.trim() })
  expect(doctor.stdout).toMatch(/PROBLEM +The server secret .* is not the one of this database/)
  const refused = await quiver(['serve'], { ...environment, SECRET_KEY: before.trim() })
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^The server secret .* restore secret_key/),
  ])
})
