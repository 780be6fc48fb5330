import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aWorkFolder } from '../../../test/harness/importing/stories.ts'

const rowsOfRange = 5_000
const ranges = 24

/** Applies ranges as a run does, without a database, and collects all garbage after each of them. */
const script = `
  import { open } from 'node:fs/promises'
  import { makePlan } from './src/contract/imports/plan.ts'
  import { compileRowReader } from './src/contract/imports/row-reader.ts'
  import { classifyRows, positionsOf, removedRows, statusDelta, tally } from './src/importing/rows/classify.ts'
  import { createRangeParser, keysOf, rowsAt } from './src/importing/rows/range.ts'
  import { Existing } from './src/store/imports/merge.ts'
  const [file] = process.argv.slice(1)
  const list = { has_format: false, has_confirmed: false, primary_key_custom_field_id: null, fields: [] }
  const plan = makePlan(list, {
    column_mapping: ['email', 'status'],
    default_custom_fields: {},
    subscriber_defaults: { status: 'active' },
    file_format: { date_format: 'mdy' },
  }, 'UTC')
  const handle = await open(file)
  const { size } = await handle.stat()
  const format = { separator: ',', enclosure: '"', characterSet: 'UTF-8' }
  const parse = createRangeParser(handle, format, compileRowReader(plan))
  const everyThird = Uint32Array.from({ length: ${rowsOfRange} / 4 }, (_, index) => 3 * index)
  const places = Array.from(everyThird, () => '(1,2)').join('\\u001f')
  const statuses = Array.from(everyThird, () => 'active').join(',')
  const all = { active: true, unsubscribed: true, scomp: true, bounced: true, deactivated: true }
  const what = { custom_fields: true, confirmed: true, format: true, status: true }
  const rules = { overwrite: true, whenStatus: all, overwriteWhat: what }
  for (let number = 0; number < ${ranges}; number += 1) {
    console.log('<range ' + number + '>')
    const bytes = { byte_start: (size / ${ranges}) * number, byte_end: (size / ${ranges}) * (number + 1) - 1 }
    const range = await parse({ number, ...bytes, first_record: 0, records: ${rowsOfRange}, repeats: null })
    const existing = new Existing(everyThird, places, statuses)
    const classified = classifyRows(range, existing, rules, Number.POSITIVE_INFINITY)
    const added = rowsAt(range, positionsOf(classified, 'added'))
    for (const name of range.packed.namesFor(added)) range.packed.joined(name, added)
    const updated = positionsOf(classified, 'updated')
    // Not all who were found: their places would be taken as they came.
    existing.places(updated.subarray(1))
    existing.statuses(updated)
    keysOf(range, updated)
    removedRows(classified, 'unsubscribed')
    tally(classified)
    statusDelta(classified)
    gc()
  }`

test('what runs for each row is compiled for the first ranges, and not again for later ones', async () => {
  const path = join(await aWorkFolder(), 'file.csv')
  const rows = Array.from({ length: ranges * rowsOfRange }, (_, row) => {
    const address = `person${String((row * 7919) % 1_000_003).padStart(7, '0')}@example.com`
    return `${address},${row % 10 === 0 ? 'bounced' : '       '}\n`
  })
  await writeFile(path, rows.join(''))
  const flags = [
    '--trace-opt',
    '--expose-gc',
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    script,
    path,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 2 ** 26 })
  // The compiler writes from threads of its own, so a mark may stand within one of its lines.
  const compiled = stdout
    .split(/<range \d+>/)
    .map((part) => part.match(/completed optimizing.*TURBOFAN/g)?.length ?? 0)
  expect(compiled).toHaveLength(ranges + 1)
  const late = compiled.slice(ranges / 2)
  // Six to nine where closures are made for each range, one or two where they are not.
  expect(late.reduce((sum, count) => sum + count, 0) / late.length).toBeLessThan(4)
})
