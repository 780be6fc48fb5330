import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { listApiKeys } from '../../src/contract/api-keys.ts'
import { aQuiverServer, quiver, startQuiver } from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'
import { aFreePort } from '../harness/core/socket.ts'

async function anInstallation() {
  const { sql, url } = await aDatabase()
  const environment = { DATABASE_URL: url, DATA_DIR: await aDataDirectory(), PORT: '0' }
  return { sql, environment }
}

const namesOfKeys = async (url: string, credential: string) =>
  (await createClient({ url, credential }).call(listApiKeys)).data.map(({ name }) => name)

test('a first start that finds its port taken, or runs only workers, leaves the credential to the next start', async () => {
  const { environment } = await anInstallation()
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const refused = await quiver(['serve'], { ...environment, PORT: String(port) })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is in use')])
  const worker = await startQuiver(['worker'], environment)
  await worker.seen(/the workers are running/)
  worker.kill('SIGTERM')
  await worker.ended
  const { url, credential } = await aQuiverServer(environment)
  expect(await namesOfKeys(url, credential)).toEqual(['First system key'])
})

test('a lost credential can be replaced while the server runs, and the audit log records it; not without the server secret', async () => {
  const { sql, environment } = await anInstallation()
  const { url } = await aQuiverServer(environment)
  const made = await quiver(['admin-key', '--name', 'After the loss'], environment)
  const [, credential = ''] = /\n {2}(MT\S+)\n/.exec(made.stdout) ?? []
  expect(made.stdout).toMatch(/\n {2}export QUIVER_API_KEY=MT\S+\n {2}curl .*\/ga\/api\/v2\/api_keys\n/)
  expect(await namesOfKeys(url, credential)).toEqual(['First system key', 'After the loss'])
  const events = await sql`
    select subject_type, api_key_id, details from audit_events where kind = 'api_key.created' order by id desc`
  expect(events[0]).toEqual({
    subject_type: 'ApiKey',
    api_key_id: null,
    details: { name: 'After the loss', role: 'system_admin', made_by: 'quiver admin-key' },
  })

  const { code, stderr } = await quiver(['admin-key'], { ...environment, DATA_DIR: await aDataDirectory() })
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The server secret cannot be read from .* SECRET_KEY/),
  ])
  expect(await sql`select name from api_keys`).toHaveLength(2)
})

test('a key chosen by the operator is explained at the first start, and a warning names it when it is ignored', async () => {
  const { environment } = await anInstallation()
  const key = 'ab'.repeat(20)
  const first = await startQuiver(['serve'], { ...environment, SYSTEM_API_KEY: key })
  const [, url = ''] = await first.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const [shown] = await first.seen(/export QUIVER_API_KEY=.*\n/)
  expect(shown).toContain(`$(printf '1:%s' "$SYSTEM_API_KEY" | base64)`)
  expect(await namesOfKeys(url, btoa(`1:${key}`))).toEqual(['First system key'])
  first.kill('SIGTERM')
  expect((await first.ended).stderr).toBe('')
  const behind = { PORT: String(await aFreePort()), BASE_URL: 'https://mail.example.com' }
  const second = await startQuiver(['serve'], { ...environment, ...behind, SYSTEM_API_KEY: 'cd'.repeat(20) })
  // Not where it listens: a proxy or a container is between.
  await second.seen(/ready: https:\/\/mail\.example\.com\/ga\/api\/v2\n/)
  second.kill('SIGTERM')
  expect((await second.ended).stderr).toMatch(
    /SYSTEM_API_KEY counts at the first start only.*quiver admin-key/,
  )
})

test('rejects a DATA_DIR that cannot be a directory at once, and names the setting to change', async () => {
  const directory = await aDataDirectory()
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'below'), '/proc/foo/bar']) {
    const { code, stderr } = await quiver(['serve'], { DATA_DIR: dataDir, PORT: '0' })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR is \/.*could not be created \(E\w+\)\. Set DATA_DIR to a directory/),
    ])
  }
})
