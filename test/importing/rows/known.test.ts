import { expect, test } from 'vitest'
import { holdRange } from '../../harness/core/hold.ts'
import { claimed } from '../../harness/importing/steps.ts'
import { anImporter } from '../../harness/importing/whole.ts'
import type { OracleSubscriber } from '../../harness/oracle/model.ts'
import { createKeyFilter } from '../../../src/importing/keys/filter.ts'
import { createKnownKeys, readKeys } from '../../../src/importing/keys/known.ts'
import { PackedRows } from '../../../src/importing/rows/packed.ts'
import type { ParsedRange } from '../../../src/importing/rows/range.ts'
import type { Row } from '../../../src/contract/imports/row-reader.ts'

const addressOf = (index: number) => `p${index}@example.com`

function someone(email: string): [string, OracleSubscriber] {
  return [email, { email, status: 'active', fields: {} }]
}

function aRange(keys: string[]): ParsedRange {
  const packed = new PackedRows([], keys.length, 0)
  for (const [place, key] of keys.entries()) packed.add({ key, address: key, status: 'active' } as Row, place)
  return { packed, rows: packed.sortedByKey() } as ParsedRange
}

/** As if all keys of the list had been read. */
async function knownAfter(looked: [rows: number, found: number][], list: string[]) {
  const filter = createKeyFilter(list.length)
  filter.addJoined(Buffer.from(list.join(',')), 44)
  const known = createKnownKeys(10, () => Promise.resolve(filter))
  for (const [rows, found] of looked) known.note(rows, found)
  await known.end()
  return known
}

test('of a file whose people are mostly new, only those are looked up who may be on the list', async () => {
  const range = aRange(['c', 'a', 'b'])
  const asked = async (looked: [number, number][], list = ['b', 'c']) => {
    const positions = (await knownAfter(looked, list)).askFor(range)
    return positions === null ? null : [...positions]
  }
  expect(await asked([]), 'nothing is known yet').toBeNull()
  expect(await asked([[100, 0]]), 'nobody was met').toEqual([])
  expect(await asked([[10, 5]])).toEqual([1, 2])
  expect(
    await asked([
      [4, 4],
      [6, 1],
    ]),
  ).toEqual([1, 2])
  expect(await asked([[9, 1]]), 'too few rows to tell').toBeNull()
  expect(await asked([[100, 51]]), 'most are on the list').toBeNull()
  const known = await knownAfter([[10, 1]], ['b'])
  known.mistaken()
  expect(known.askFor(range), 'somebody else was there').toBeNull()
})

test('whoever is added to the list after its keys were read is found', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  const addresses = Array.from({ length: 60 }, (_, index) => addressOf(index))
  const before = new Map(addresses.filter((_, index) => index % 4 === 0).map((email) => someone(email)))
  const order = { file: addresses.map((address) => `${address}\n`).join(''), mapping: ['email'] }
  const { listId } = await importer.schedule({ ...order, hasHeaders: false, overwrite: true }, { before })
  const hold = await holdRange(sql, 5)
  const working = importer.work({ rangeSize: { rows: 4, bytes: 1_000_000 }, lanes: 1 })
  await hold.reached()
  const late = addresses.filter((address, index) => index >= 40 && !before.has(address))
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, unnest(${late}::text[])`
  await hold.release()
  await working
  // Claimed once to be split and once to be applied: no range was refused until the import was given up.
  expect(await sql`select state, epoch, added, updated from subscriber_imports`).toEqual([
    {
      state: 'finished',
      epoch: 2,
      added: 60 - before.size - late.length,
      updated: before.size + late.length,
    },
  ])
})

test('the keys of a list are read if the list is no longer than what is left of the file', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  const order = { file: 'a@example.com\n', mapping: ['email'], hasHeaders: false }
  const before = new Map(['é', 'b@example.com', 'c@example.com'].map((email) => someone(email)))
  await importer.schedule(order, { before: new Map([someone('other@example.com')]) })
  await importer.schedule(order, { before })
  await sql`update subscriber_imports set number_of_records = 3 where id = 2`
  await claimed(sql, 'prepare')
  const claim = await claimed(sql, 'prepare')
  const read = () => readKeys(sql.within(organizationId), claim, new AbortController().signal)
  const filter = await read()
  const passes = (key: string) => filter?.passes(Buffer.from(key), 0, Buffer.byteLength(key))
  expect([...before.keys()].map((key) => passes(key))).toEqual([true, true, true])
  expect(passes('other@example.com')).toBe(false)
  await sql`update subscriber_imports set number_of_records = 2 where id = 2`
  expect(await read()).toBeNull()
})
