import { expect, test } from 'vitest'
import { anImporter } from '../../harness/importing/whole.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'

const rows = 40

test('an import that adds rows stops between two ranges while the disk has no room, and then goes on where it was', async () => {
  const { sql, url, folder, schedule } = await anImporter()
  const usual = someSteps(url, folder)
  // The disk fills up while the second range is added.
  let looks = 0
  let looksWithRoom = 2
  const roomBytes = () => Promise.resolve((looks += 1) > looksWithRoom ? -1 : 1)
  const sources = { ...usual.sources, spool: { ...usual.sources.spool, roomBytes } }
  const rangeSize = { rows: 10, bytes: 1_000_000 }
  const steps = someSteps(url, folder, { sources, rangeSize, pace: { lanes: 1, sliceSeconds: 5 } })
  const file = Array.from({ length: rows }, (_, index) => `p${index}@example.com\n`).join('')
  await schedule({ file, mapping: ['email'], hasHeaders: false })
  await run(steps, await claimed(sql, 'prepare'))
  const state = async () => {
    const [row] = await sql`
      select state, attempts, waiting_for, leased_until is null as is_free,
        round(extract(epoch from next_attempt_at - now()))::integer between 20 and 30 as is_soon,
        (select count(*) from subscribers) as added
      from jobs where kind = 'SubscriberImport'`
    return row
  }
  await run(steps, await claimed(sql, 'apply'))
  expect(await state()).toEqual({
    state: 'importing',
    attempts: 0,
    waiting_for: 'room on the disk of the server',
    is_free: true,
    is_soon: true,
    added: 20,
  })
  expect(steps.logged()).toMatch(/"level":40.*no room on the disk of the server, less than 256 MB free/)
  looksWithRoom = Infinity
  await sql`update jobs set next_attempt_at = now()`
  await run(steps, await claimed(sql, 'apply'))
  expect(await state()).toMatchObject({ state: 'finished', waiting_for: '', added: rows })
})
