import { execFileSync } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, mountDisk } from '../../harness/files/small-disk.ts'
import { anImporter } from '../../harness/importing/whole.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'

/** More than one partition of keys, so that they are written to the disk. */
const rows = 20_000
const filler = 'x'.repeat(420)
const file = Array.from({ length: rows }, (_, index) => `p${index}@example.com,${filler}\n`).join('')

async function aDisk(size: string) {
  const importer = await anImporter()
  const scratchDir = join(importer.folder, 'full')
  await mkdir(scratchDir)
  onTestFinished(mountDisk(scratchDir, size))
  const rangeSize = { rows: 5_000, bytes: 4_000_000 }
  const steps = someSteps(importer.url, importer.folder, { scratchDir, rangeSize })
  const expectDelayed = async () => {
    expect(steps.logged()).toMatch(/ENOSPC.*import run failed; will retry/)
    expect(await readdir(scratchDir)).toEqual([])
    const [row] = await importer.sql`
      select state, attempts, round(extract(epoch from next_attempt_at - now()))::integer > 100 as is_delayed,
        (select count(*) from import_ranges) as ranges
      from import_jobs`
    expect(row).toEqual({ state: 'splitting', attempts: 0, is_delayed: true, ranges: 0 })
  }
  return { ...importer, scratchDir, steps, expectDelayed }
}

test.skipIf(!canMount)(
  'a disk that fills up while a file is split delays the import, and leaves nothing behind',
  async () => {
    const { sql, schedule, steps, scratchDir, expectDelayed } = await aDisk('256k')
    await schedule({ file, mapping: ['email', ''], hasHeaders: false })
    await run(steps, await claimed(sql, 'prepare'))
    await expectDelayed()

    execFileSync('mount', ['-o', 'remount,size=10m', scratchDir])
    await sql`update jobs set next_attempt_at = now()`
    await run(steps, await claimed(sql, 'prepare'))
    const [split] = await sql`select state, number_of_records from import_jobs`
    expect(split).toEqual({ state: 'importing', number_of_records: rows })
    expect(await readdir(scratchDir)).toEqual([])
  },
)

/** The last of the second page do not fit. */
const people = 22_500

test.skipIf(!canMount)(
  'a disk that fills up while a list is compared with a file prunes nobody',
  async () => {
    const { sql, organizationId, schedule, steps, expectDelayed } = await aDisk('528k')
    const attributes = { not_in_file: 'deactivate', prune_limit: '100%' } as const
    const order = { file: 'p1@example.com\n', mapping: ['email'], hasHeaders: false }
    const { listId } = await schedule(order, { attributes })
    await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, 'p' || n || '@example.com' from generate_series(1, ${people}) n`
    await run(steps, await claimed(sql, 'prepare'))
    await expectDelayed()
  },
)
