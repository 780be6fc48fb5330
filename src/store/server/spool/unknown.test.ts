import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aList } from '../../../../test/harness/core/records.ts'
import { aScheduledImport, aWorkFolder } from '../../../../test/harness/importing/stories.ts'
import { insertUpload } from '../../imports/uploads.ts'
import { insertOrganization } from '../../conditions/system-organization.ts'
import { findUnknownFiles } from './unknown.ts'

test('a file is known while an upload, an import, a dry run or an export of its organization may need it', async () => {
  const { sql } = await aDatabase()
  const [a, b] = [await insertOrganization(sql, 'A', 'UTC'), await insertOrganization(sql, 'B', 'UTC')]
  const listId = await aList(sql, a)
  const folder = await aWorkFolder()
  await insertUpload(sql, a, {
    filename: 'list.csv',
    size_bytes: 9,
    spool_name: 'upload',
    data_directory: null,
    api_key_id: null,
    user_id: null,
  })
  const anImport = (spool_name: string, dry_run = false) =>
    aScheduledImport(sql, a, listId, folder, { content: null, spool_name, dry_run })
  const ended = async (id: number, hours: number) => {
    for (const state of ['splitting', 'importing']) {
      await sql`
        update jobs set state = ${state}, total = 0
        where organization_id = ${a} and id = ${id}`
    }
    await sql`
      update jobs set state = 'finished', finished_at = now() - ${hours} * interval '1 hour'
      where organization_id = ${a} and id = ${id}`
  }
  await anImport('waiting import')
  await ended(await anImport('ended import'), 0)
  await ended(await anImport('dry run', true), 1)
  await ended(await anImport('old dry run', true), 26)
  for (const [name, state, isPurged] of [
    ['running export', 'exporting', false],
    ['export', 'finished', false],
    ['purged export', 'finished', true],
    ['failed export', 'failed', false],
  ] as const) {
    const isFinished = state === 'finished'
    await sql`
      with made as (
        insert into subscriber_exports (organization_id, mailing_list_id, file_format, spool_name, expires_at, size_bytes,
          sha256, purged_at)
        values (${a}, ${listId}, '{}', ${name}, ${isFinished ? sql`now()` : null}, ${isFinished ? 1 : null},
          ${isFinished ? 'x' : null}, ${isPurged ? sql`now()` : null})
        returning id)
      insert into jobs (organization_id, kind, id, state, finished_at)
      select ${a}, 'SubscriberExport', id, ${state}, ${state === 'exporting' ? null : sql`now()`} from made`
  }
  const known = ['upload', 'waiting import', 'dry run', 'running export', 'export']
  const unknown = ['ended import', 'old dry run', 'purged export', 'failed export', 'nobody’s']
  const places = [...known, ...unknown].map((name) => ({ organizationId: a, name }))
  const found = await findUnknownFiles(sql.everywhere(), [...places, { organizationId: b, name: 'upload' }])
  expect(found.map(({ organizationId, name }) => `${organizationId} ${name}`).toSorted()).toEqual(
    [...unknown.map((name) => `${a} ${name}`), `${b} upload`].toSorted(),
  )
})
