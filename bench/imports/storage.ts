import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { createClient } from '../../src/client/api.ts'
import { uploadFile, uploadOf } from '../../src/client/upload.ts'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { cpuBetween, snapshot } from '../cpu.ts'
import { fileRows, header, writeRows } from '../data.ts'
import { makeList } from './list.ts'
import { runImport } from './run.ts'
import { startQuiver } from '../server.ts'

/**
 * Measures an upload and its import with the files on the disk, in the database, and in a storage that speaks S3 (s3rver, in
 * this process, whose work is not counted), in turn, on the embedded database.
 *
 *     npm run bench:storage -- [rows, default 400000] [rounds, default 3]
 */
const key = '0123456789abcdef0123456789abcdef01234567'
const [rowsText = '400000', roundsText = '3'] = process.argv.slice(2)
const rows = Number(rowsText)

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const file = join(folder, 'file.csv')

async function measure(storage: Record<string, string>, name: string): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: key, ...storage })
  try {
    const connection = { url: server.url, credential: formatCredential({ organizationId: 1, key }) }
    const client = createClient(connection)
    const { listId } = await makeList(client)
    const megabytes = (await stat(file)).size / 1e6
    const cpuBefore = await snapshot(server.pid)
    const startedMs = performance.now()
    const id = await uploadFile(connection, uploadOf(await openAsBlob(file), 'file.csv'))
    const uploadSeconds = (performance.now() - startedMs) / 1000
    const run = await runImport(client, listId, { type: 'upload', id })
    const cpu = cpuBetween(cpuBefore, await snapshot(server.pid))
    const seconds = Object.values(cpu).reduce((sum, part) => sum + part, 0)
    console.log(
      `${name.padEnd(8)} upload ${(megabytes / uploadSeconds).toFixed(0)} MB/s, split ${run.splitSeconds.toFixed(1)} s, import ${Math.round(run.records / run.seconds)} rows/s, CPU ${seconds.toFixed(1)} s`,
    )
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const objects = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 'objects'),
  configureBuckets: [{ name: 'files' }],
})
const { port } = await objects.run()
const inObjects = {
  STORAGE_URL: `s3://files?endpoint=http://127.0.0.1:${port}`,
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
}

try {
  await writeRows(file, fileRows({ rows, existing: 0, seed: 7 }), header)
  for (let round = 0; round < Number(roundsText); round += 1) {
    await measure({}, 'disk')
    await measure({ STORAGE_URL: 'database:' }, 'database')
    await measure(inObjects, 'objects')
  }
} finally {
  await objects.close()
  await rm(folder, { recursive: true, force: true })
}
