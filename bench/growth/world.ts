import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../src/client/api.ts'
import { createOrganizationApiKey } from '../../src/contract/api-keys.ts'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { connect, type Database } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { makeList } from '../imports/list.ts'
import type { Client } from '../imports/run.ts'
import { startProcess, startQuiver } from '../server.ts'

const systemKey = '0123456789abcdef0123456789abcdef01234567'

/** One list of organization 2, with the fields of the files of `data.ts`, and a mail server that takes everything. */
export type World = {
  client: Client
  sql: Database
  uploads: string
  listId: number
  scoreId: number
}

export const organizationId = 2

export async function inNewWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-growth-'))
  const dataDir = join(folder, 'data')
  const sink = await startProcess(
    ['--import', 'tsx', 'bench/smtp-sink.ts'],
    {},
    /smtp:\/\/127\.0\.0\.1:(\d+)/,
  )
  const server = await startQuiver({
    DATA_DIR: dataDir,
    SYSTEM_API_KEY: systemKey,
    RATE_LIMIT_PER_MINUTE: '0',
    SMTP_URL: `smtp://127.0.0.1:${new URL(sink.url).port}`,
    SMTP_CONNECTIONS: '10',
  })
  try {
    const ownerUrl = process.env['DATABASE_URL'] ?? (await findRunning(dataDir))?.ownerUrl
    if (ownerUrl === undefined) throw new Error('the embedded database was not found')
    const sql = connect(ownerUrl, { max: 1, applicationName: 'bench' })
    try {
      const uploads = join(dataDir, 'uploads', String(organizationId))
      await mkdir(uploads, { recursive: true })
      await work({ sql, uploads, ...(await prepare(server.url, sql)) })
    } finally {
      await sql.end()
    }
  } finally {
    await server.stop()
    await sink.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(url: string, sql: Database) {
  await sql`insert into organizations (id, name) values (${organizationId}, 'Acme')`
  await sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email)
    values (${organizationId}, 1, 1, 'bounces@example.com')`
  const system = createClient({
    url,
    credential: formatCredential({ organizationId: 1, key: systemKey }),
  })
  const { data: key } = await system.call(createOrganizationApiKey, {
    params: { organization_id: organizationId },
    body: { name: 'Benchmark' },
  })
  const client = createClient({ url, credential: key.api_key ?? '' })
  const { listId, fieldIds } = await makeList(client)
  return { client, listId, scoreId: fieldIds.score }
}
