import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../src/client/api.ts'
import { formatCredential } from '../../src/contract/api/credential.ts'
import {
  createSubscriberImport,
  importDryRun,
  showSubscriberImport,
} from '../../src/contract/imports/endpoints.ts'
import { columnMapping, existingRows, fileRows, header, writeRows } from '../data.ts'
import { makeList } from './list.ts'
import { startQuiver } from '../server.ts'

/**
 * Measures a dry run and the import that it is turned into, from the POST to `finished`.
 *
 *     npm run bench:dry-run -- [rows, default 300000] [existing, default half of the rows]
 */

const key = '0123456789abcdef0123456789abcdef01234567'
const [rowsText = '300000', existingText] = process.argv.slice(2)
const rows = Number(rowsText)
const size = {
  rows,
  existing: existingText === undefined ? Math.floor(rows / 2) : Number(existingText),
  seed: 7,
}

type Client = ReturnType<typeof createClient>

async function untilFinished(client: Client, start: () => Promise<{ data: { id: number } }>) {
  const startedMs = performance.now()
  const { id } = (await start()).data
  for (;;) {
    const { state, error_message, stats } = (await client.call(showSubscriberImport, { params: { id } })).data
    if (state === 'finished') {
      return { id, seconds: (performance.now() - startedMs) / 1000, counts: stats.subscribers }
    }
    if (state === 'failed') throw new Error(error_message ?? state)
    await pause(50)
  }
}

async function measure(client: Client, uploads: string): Promise<void> {
  await mkdir(uploads, { recursive: true })
  await writeRows(join(uploads, 'before.csv'), existingRows(size), header)
  await writeRows(join(uploads, 'file.csv'), fileRows(size), header)
  const { listId } = await makeList(client)
  const create = (filename: string, dry_run: boolean) => () =>
    client.call(createSubscriberImport, {
      params: { mailing_list_id: listId },
      body: {
        column_mapping: columnMapping,
        overwrite: true,
        dry_run,
        file_source: { type: 'upload_directory', filename },
      },
    })
  if (size.existing > 0) await untilFinished(client, create('before.csv', false))
  const dry = await untilFinished(client, create('file.csv', true))
  const again = await untilFinished(client, create('file.csv', true))
  const real = await untilFinished(client, () => client.call(importDryRun, { params: { id: again.id } }))
  if (JSON.stringify(dry.counts) !== JSON.stringify(real.counts)) throw new Error('the counts differ')
  const dryRuns = [dry, again].map(({ seconds }) => seconds.toFixed(1)).join(' and ')
  const ratio = (2 * real.seconds) / (dry.seconds + again.seconds)
  console.log(
    `${rows} rows, ${size.existing} on the list: dry runs ${dryRuns} s, import ${real.seconds.toFixed(1)} s`,
  )
  console.log(`a dry run is ${ratio.toFixed(1)} times as fast; ${JSON.stringify(real.counts)}`)
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const server = await startQuiver({ DATA_DIR: join(folder, 'data'), SYSTEM_API_KEY: key })
try {
  const client = createClient({ url: server.url, credential: formatCredential({ organizationId: 1, key }) })
  await measure(client, join(folder, 'data', 'uploads', '1'))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
