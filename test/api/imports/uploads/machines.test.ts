import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ExportRecord } from '../../../../src/contract/exports/endpoints.ts'
import type { ImportRecord } from '../../../../src/contract/imports/endpoints.ts'
import type { Inspection } from '../../../../src/contract/imports/inspection.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'
import { exporterOf, exportUntilEnded } from '../../../harness/exporting/stories.ts'
import { zipOf } from '../../../harness/files/packed.ts'
import {
  announce,
  append,
  idOf,
  offsetOf,
  sendAndCut,
  tus,
  uploadWhole,
} from '../../../harness/files/uploads.ts'
import { aWorkFolder, settingsOf, until, workUntilEnded } from '../../../harness/importing/stories.ts'

/** A answers calls, B works. Each has its own DATA_DIR; the database, which they share, has the files. */
async function twoMachines() {
  const [folderOfA, folderOfB] = [await aWorkFolder(), await aWorkFolder()]
  const a = await aServer({
    storage: 'database',
    importFiles: { uploadDir: '', scratchDir: join(folderOfA, 'scratch'), allow: [], allowLoopback: false },
  })
  const listId = await aList(a.sql, a.a.organizationId)
  const authorization = { authorization: `Basic ${a.a.credential}` }
  const call = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${a.url}/ga/api/v2/${path}`, {
      method,
      headers: authorization,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: Data; error_message: string | null }
    if (!response.ok) throw new Error(`${response.status} ${answer.error_message}`)
    return answer.data
  }
  const imports = `mailing_lists/${listId}/subscriber_imports`
  const storage = 'database'
  const reach = { dataDirectory: 'there', place: 'database', sharesUploads: false }
  return {
    a,
    call,
    create: (file_source: object, fields: object = {}) =>
      call<ImportRecord>('POST', imports, {
        subscriber_import: { column_mapping: ['email'], file_source, ...fields },
      }),
    inspect: (file_source: object) =>
      call<Inspection>('POST', `${imports}/inspect`, { subscriber_import: { file_source } }),
    export: () =>
      call<ExportRecord>('POST', `mailing_lists/${listId}/subscriber_exports`, { subscriber_export: {} }),
    show: (id: number) => call<ImportRecord>('GET', `subscriber_imports/${id}`),
    importThere: () => workUntilEnded(settingsOf(a.databaseUrl, folderOfB, { storage, reach }), a.sql),
    exportThere: () =>
      exportUntilEnded(exporterOf(a.databaseUrl, folderOfB, { storage, dataDirectory: 'there' }), a.sql),
    filesOf: async () => {
      const [row] = await a.sql<[{ files: number }]>`select count(*) as files from stored_files`
      return row.files
    },
  }
}

const csv = (from: number, people: number, host = 'example.com') =>
  `Email\n${Array.from({ length: people }, (_, n) => `p${from + n}@${host}\n`).join('')}broken\n`

test('what one machine takes in another one imports and exports, and the first one serves the results', async () => {
  const machines = await twoMachines()
  const { a, call } = machines
  const sources = [
    { type: 'upload', id: await uploadWhole(a, Buffer.from(csv(0, 900))) },
    { type: 'upload', id: await uploadWhole(a, gzipSync(csv(900, 50)), 'packed.csv.gz') },
    { type: 'upload', id: await uploadWhole(a, await zipOf(['list.csv', csv(950, 50)]), 'packed.zip') },
    { type: 'json', content: csv(1000, 50) },
  ]
  for (const source of sources.slice(0, 3)) {
    const { subscriber_import: found } = await machines.inspect(source)
    expect(found.column_mapping).toEqual(['email'])
  }
  const created = []
  for (const source of sources) created.push(await machines.create(source))
  await machines.importThere()
  for (const [index, added] of [900, 50, 50, 50].entries()) {
    const record = await machines.show(created[index]?.id ?? 0)
    expect(record).toMatchObject({ state: 'finished', error_message: null })
    expect(record.stats).toMatchObject({ records_imported: added + 1, subscribers: { added, failed: 1 } })
  }
  const log = await tus(a, { method: 'GET', path: `subscriber_imports/${created[0]?.id}/logs/failed` })
  expect(log.text).toContain('broken')
  const { id } = await machines.export()
  await machines.exportThere()
  const { file } = await call<ExportRecord>('GET', `subscriber_exports/${id}`)
  const path = new URL(file?.download_url ?? '').pathname
  const whole = await (await fetch(a.url + path)).text()
  expect(whole.trimEnd().split('\n')).toHaveLength(1051)
  const part = await fetch(a.url + path, { headers: { range: 'bytes=10-99' } })
  expect([part.status, await part.text()]).toEqual([206, whole.slice(10, 100)])
  // Three uploads and an export are kept; what was unpacked and the content of the request are gone.
  expect(await machines.filesOf()).toBe(4)
  expect(a.faults).toEqual([])
})

test('an upload that was cut resumes at its offset, and a dry run of it becomes an import', async () => {
  const machines = await twoMachines()
  const { a } = machines
  const content = Buffer.from(csv(0, 20_000, 'a-host-whose-name-makes-the-file-larger.example.com'))
  const path = await announce(a, content.length)
  const part = 600_001
  expect((await append(a, path, 0, content.subarray(0, part))).status).toBe(204)
  await sendAndCut(a, path, { offset: part, content, cutAt: 1_000_000 })
  // Bytes of the lost connection may arrive after the question for the offset.
  await until(async () => {
    const offset = await offsetOf(a, path)
    expect(offset).toBeGreaterThanOrEqual(part)
    return (await append(a, path, offset, content.subarray(offset))).status === 204
  })
  const source = { type: 'upload', id: idOf(path) }
  const { id } = await machines.create(source, { dry_run: true })
  await machines.importThere()
  expect((await machines.show(id)).stats).toMatchObject({
    number_of_records: 20_001,
    subscribers: { added: 20_000, failed: 1 },
  })
  const real = await machines.call<ImportRecord>('POST', `subscriber_imports/${id}/import`)
  await machines.importThere()
  expect((await machines.show(real.id)).stats).toMatchObject({
    records_imported: 20_001,
    subscribers: { added: 20_000, failed: 1 },
  })
  expect((await tus(a, { method: 'DELETE', path })).status).toBe(204)
  expect(await machines.filesOf()).toBe(0)
})
