import { expect, test } from 'vitest'
import { holdRange } from '../../harness/core/hold.ts'
import { anImporter } from '../../harness/importing/whole.ts'
import { createLookUps } from '../../../src/importing/keys/look-ups.ts'

const addressOf = (index: number) => `p${index}@example.com`

test('nobody is looked up until somebody of the file is on the list', () => {
  const lookUps = createLookUps()
  expect(lookUps.areNeeded(), 'nothing is known yet').toBe(true)
  lookUps.note(100, 0)
  expect(lookUps.areNeeded()).toBe(false)
  lookUps.mistaken()
  expect(lookUps.areNeeded(), 'somebody was there').toBe(true)
  const met = createLookUps()
  met.note(100, 0)
  met.note(0, 1)
  expect(met.areNeeded()).toBe(true)
})

test('whoever is added to the list while nobody is looked up is found', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  const addresses = Array.from({ length: 60 }, (_, index) => addressOf(index))
  const order = { file: addresses.map((address) => `${address}\n`).join(''), mapping: ['email'] }
  const { listId } = await importer.schedule({ ...order, hasHeaders: false, overwrite: true })
  const hold = await holdRange(sql, 5)
  const working = importer.work({ rangeSize: { rows: 4, bytes: 1_000_000 }, lanes: 1 })
  await hold.reached()
  const late = addresses.filter((_, index) => index >= 40)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, unnest(${late}::text[])`
  await hold.release()
  await working
  // Claimed once to be split and once to be applied: no range was refused until the import was given up.
  expect(await sql`select state, epoch, added, updated from import_jobs`).toEqual([
    {
      state: 'finished',
      epoch: 2,
      added: 60 - late.length,
      updated: late.length,
    },
  ])
})
