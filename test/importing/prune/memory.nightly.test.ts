import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { peakMegabytes } from '../../../bench/measure.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aList } from '../../harness/core/records.ts'
import { aScheduledImport, aWorkFolder, settingsOf, until } from '../../harness/importing/stories.ts'
import { areAllEnded } from '../../harness/importing/mixed.ts'
import { aWorkerProcess } from '../../harness/importing/worker-processes.ts'

const people = Number(process.env['PRUNE_PEOPLE'] ?? 2_000_000)

/** All but every hundredth, in another order than the list, and some who are not on it. */
async function writeFile(path: string): Promise<void> {
  const file = createWriteStream(path)
  file.write('email\n')
  for (let from = 0; from < people; from += 10_000) {
    let lines = ''
    for (let number = people - from; number > people - from - 10_000; number -= 1) {
      if (number % 100 !== 0) lines += `Person${number}@example.com\n`
    }
    if (!file.write(lines)) await once(file, 'drain')
  }
  file.end('nobody\nnew@example.com\n')
  await once(file, 'finish')
}

test('a large list is pruned in constant memory, by statements that read it once', async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, 'person' || number || '@example.com' from generate_series(1, ${people}) number`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${listId}, ${people})`
  const directory = join(folder, 'uploads', String(organizationId))
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'all.csv'))
  await aScheduledImport(sql, organizationId, listId, folder, {
    content: null,
    source_type: 'upload_directory',
    source_filename: 'all.csv',
    not_in_file: 'deactivate',
  })
  const rangeSize = { rows: 20_000, bytes: 4_194_304 }
  await mkdir(join(folder, 'scratch'), { recursive: true })
  const worker = aWorkerProcess(settingsOf(url, folder, { rangeSize }))
  await until(() => areAllEnded(sql), 1_700_000)
  const peak = await peakMegabytes(worker.pid)
  const [row] = await sql`
    select state, error_message, added, failed, prune_active, prune_found, pruned from import_jobs`
  const gone = people / 100
  expect(row).toEqual({
    state: 'finished',
    error_message: null,
    added: 1,
    failed: 1,
    prune_active: people,
    prune_found: gone,
    pruned: gone,
  })
  expect(peak).toBeLessThan(300)
  const [left] = await sql`
    select count(*) from subscribers where status = 'deactivated' and key like '%00@example.com'`
  expect(left).toEqual({ count: gone })
  await worker.stop()
})
