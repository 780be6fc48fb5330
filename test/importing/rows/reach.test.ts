import { claimImport, dueImports } from '../../harness/undo/import-claims.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { findImport } from '../../../src/store/imports/rows.ts'
import { reportEnd, reportProcess } from '../../../src/store/server/processes.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aList } from '../../harness/core/records.ts'
import { aScheduledImport, aWorkFolder, settingsOf, workUntil } from '../../harness/importing/stories.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

async function anImportOf(dataDirectory: string) {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const given = { content: 'email\nanna@example.com\n', data_directory: dataDirectory }
  const importId = await aScheduledImport(sql, organizationId, listId, folder, given)
  const id = randomUUID()
  await reportProcess(sql, {
    id,
    name: 'a:1',
    baseUrl: 'http://a',
    dataDirectory,
    imports: false,
    part: 'server',
    newestKeyId: 1,
    currentKeyId: 1,
  })
  return { sql, url, folder, organizationId, importId, processId: id }
}

const worker = (dataDirectory: string, sharesUploads = false) => ({
  name: 'host:1:0',
  presence: null,
  reach: { dataDirectory, sharesUploads },
})

test('a worker leaves a file that it does not have to one that has it, which imports it', async () => {
  const { sql, url, folder, organizationId, importId } = await anImportOf('here')
  const elsewhere = worker('elsewhere', true)
  expect(await claimImport(sql, 'prepare', elsewhere)).toBeNull()
  expect(await dueImports(sql, 'prepare', elsewhere.reach, [])).toEqual([{ seconds: null }])
  const state = async () => (await findImport(sql, organizationId, importId)).state
  const settings = settingsOf(url, folder, { reach: worker('here').reach })
  await workUntil(settings, async () => (await state()) === 'finished')
  expect(await findImport(sql, organizationId, importId)).toMatchObject({ state: 'finished', added: 1 })
})

test('a file of an upload directory that is shared is any worker’s', async () => {
  const { sql } = await anImportOf('here')
  await sql`update subscriber_imports set source_type = 'upload_directory', source_filename = 'a.csv', spool_name = null`
  await sql`update jobs set needs = 'uploads'`
  expect(await claimImport(sql, 'prepare', worker('elsewhere', false))).toBeNull()
  expect(await claimImport(sql, 'prepare', worker('elsewhere', true))).not.toBeNull()
})

test('a process that has ended may start again: only after a day its files count as lost', async () => {
  const { sql, processId } = await anImportOf('here')
  await reportEnd(sql, processId)
  expect(await claimImport(sql, 'prepare', worker('elsewhere'))).toBeNull()
  await setEarlier(sql, { table: 'server_processes', times: ['seen_at'] }, '1 day')
  expect(await claimImport(sql, 'prepare', worker('elsewhere'))).not.toBeNull()
})
