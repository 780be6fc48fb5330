import { expect, test } from 'vitest'
import { pauseImport, unpauseImport } from '../../../src/store/imports/rows.ts'
import { aMixedCase, wholeNumber } from '../../harness/core/files.ts'
import { expectOutcome, settingsOf, until, workUntil } from '../../harness/importing/stories.ts'
import { anImporter } from '../../harness/importing/whole.ts'

/** ST3. */
test('an import of 100,000 rows that is paused and unpaused 200 times has the normal result', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  const { content, mapping, before } = aMixedCase(100_000)
  const whenStatus = { active: true, unsubscribed: false, bounced: true }
  const { importId, oracle } = await importer.schedule(
    { file: content, mapping, overwrite: true, whenStatus, fields: { Score: wholeNumber } },
    { before, fields: { Score: { field_type: 'number' } } },
  )
  const look = async () => {
    const [row] = await sql<[{ state: string; records_imported: number }]>`
      select state, records_imported from import_jobs where id = ${importId}`
    return row
  }
  let pauses = 0
  let done = 0
  const isPausedEnough = async () => {
    for (; pauses < 200; pauses += 1) {
      await until(async () => (await look()).records_imported > done)
      await pauseImport(sql, organizationId, importId)
      done = (await look()).records_imported
      await unpauseImport(sql, organizationId, importId)
    }
    await until(async () => (await look()).state === 'finished', 600_000)
    return true
  }
  const settings = settingsOf(importer.url, importer.folder, { rangeSize: { rows: 200, bytes: 1_000_000 } })
  await workUntil(settings, isPausedEnough)
  expect(pauses).toBe(200)
  await expectOutcome(sql, organizationId, importId, oracle)
})
