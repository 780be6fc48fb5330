import { expect, test } from 'vitest'
import { anImporter } from '../../harness/importing/whole.ts'
import type { OracleImport, OracleSubscriber } from '../../harness/oracle/model.ts'
import { storedFields } from '../../harness/oracle/stored-fields.ts'

/** A subscriber with every attribute, and one with none. */
function aList(): Map<string, OracleSubscriber> {
  return new Map<string, OracleSubscriber>([
    [
      'full@example.com',
      {
        email: 'Full@Example.com',
        status: 'unsubscribed',
        fields: { Name: 'Old', City: 'Oslo', Note: 'kept' },
        confirmed: true,
        format: 'html',
        subscribeTime: '2001-02-03T04:05:06.000Z',
        subscribeIp: '192.0.2.1',
        removeTime: '2002-02-03T04:05:06.000Z',
        removeIp: '192.0.2.2',
        confirmTime: '2003-02-03T04:05:06.000Z',
      },
    ],
    ['empty@example.com', { email: 'empty@example.com', status: 'active', fields: {} }],
  ])
}

const mapping = ['email', 'Name', 'City', 'status', 'confirmed', 'email_format', 'subscribe_time', 'subscribe_ip',
  'remove_time', 'remove_ip', 'confirm_time'] // oxfmt-ignore

const file = [
  mapping.join(','),
  'FULL@example.COM,New,,bounced,no,text,2014-01-02,198.51.100.1,2014-01-03,198.51.100.2,2014-01-04',
  'Empty@Example.com,,Rome,,yes,both,2014-01-02,198.51.100.1,2014-01-03,198.51.100.2,2014-01-04',
  'Added@Example.com,Ann,,scomp,0,plaintext,2014-01-02,198.51.100.1,2014-01-03,198.51.100.2,2014-01-04',
  'blank@example.com,,,,,,,,,,',
  'short@example.com',
  '',
].join('\n')

const everybody = { active: true, unsubscribed: true }

test('an import overwrites exactly what it names', async () => {
  const importer = await anImporter()
  for (let bits = 0; bits < 32; bits += 1) {
    const is = (place: number) => Boolean((bits >> place) & 1)
    const order: OracleImport = {
      file,
      mapping,
      overwrite: true,
      whenStatus: everybody,
      overwriteFields: is(0),
      overwriteStatus: is(1),
      overwriteConfirmed: is(2),
      overwriteFormat: is(3),
      hasConfirmed: is(4),
      hasFormat: is(4),
    }
    await importer.schedule(order, { before: aList(), fields: { Note: {} } })
  }
  const rows = await importer.expectAsOracle()
  for (const row of rows) expect(row).toMatchObject({ added: 3, updated: 2 })
})

test('blank cells clear fields that the import fills, and leave the others', async () => {
  const importer = await anImporter()
  const { listId } = await importer.schedule(
    { file, mapping, overwrite: true, whenStatus: everybody },
    { before: aList(), fields: { Note: {} } },
  )
  await importer.expectAsOracle()
  const fields = await storedFields(importer.sql, listId)
  expect(fields.get('full@example.com')).toEqual({ Name: 'New', Note: 'kept' })
})

test('times, IP addresses and the spelling of the address are set only on new subscribers', async () => {
  const importer = await anImporter()
  const what = { overwriteStatus: true, overwriteConfirmed: true, overwriteFormat: true }
  await importer.schedule(
    { file, mapping, overwrite: true, whenStatus: everybody, hasConfirmed: true, hasFormat: true, ...what },
    { before: aList(), fields: { Note: {} } },
  )
  await importer.expectAsOracle()
  const rows = await importer.sql`
    select coalesce(email, key) as email, subscribe_ip, remove_ip, subscribe_time < now() - interval '1 year' as is_old,
      remove_time is not null as is_removed
    from subscribers order by key`
  expect([...rows]).toEqual([
    { email: 'Added@Example.com', subscribe_ip: '198.51.100.1', remove_ip: '198.51.100.2', is_old: true, is_removed: true },
    { email: 'blank@example.com', subscribe_ip: null, remove_ip: null, is_old: false, is_removed: false },
    { email: 'empty@example.com', subscribe_ip: null, remove_ip: null, is_old: false, is_removed: false },
    { email: 'Full@Example.com', subscribe_ip: '192.0.2.1', remove_ip: '192.0.2.2', is_old: true, is_removed: true },
    { email: 'short@example.com', subscribe_ip: null, remove_ip: null, is_old: false, is_removed: false },
  ]) // oxfmt-ignore
})

test('default custom fields fill missing cells, on updated rows only if fields are overwritten', async () => {
  const importer = await anImporter()
  const defaultFields = { City: 'Berlin', Note: 'a "quoted" \\ note', Flag: true, Score: 0 }
  const fields = { Flag: { field_type: 'boolean' }, Score: { field_type: 'number' } } as const
  for (const overwrite of [false, true]) {
    for (const overwriteFields of [false, true]) {
      const order = { file, mapping, overwrite, overwriteFields, whenStatus: everybody, defaultFields }
      await importer.schedule(order, { before: aList(), fields })
    }
  }
  await importer.expectAsOracle()
})

test('subscriber defaults replace missing and blank confirmed and email_format', async () => {
  const importer = await anImporter()
  for (const [defaultConfirmed, defaultFormat] of [
    [true, 'html'],
    [false, 'text'],
  ] as const) {
    for (const columns of [mapping, ['email', 'Name', 'City']]) {
      const order: OracleImport = {
        file: file
          .split('\n')
          .map((line) => line.split(',').slice(0, columns.length).join(','))
          .join('\n'),
        mapping: columns,
        hasConfirmed: true,
        hasFormat: true,
        defaultConfirmed,
        defaultFormat,
        overwrite: true,
        overwriteConfirmed: true,
        overwriteFormat: true,
        whenStatus: everybody,
      }
      await importer.schedule(order, { before: aList(), fields: { Note: {} } })
    }
  }
  await importer.expectAsOracle()
})

test('cells with invalid values fail their row', async () => {
  const importer = await anImporter()
  const rows = [
    'a@example.com,x,y,gone,,,,,,,',
    'b@example.com,x,y,,perhaps,,,,,,',
    'c@example.com,x,y,,,pdf,,,,,',
    'd@example.com,x,y,,,,tomorrow,,,,',
    'e@example.com,x,y,,,,,300.1.1.1.1,,,',
    'f@example.com,x,y,,,,,,2014-02-30,,',
    'g@example.com,x,y,,,,,,,localhost,',
    'h@example.com,x,y,,,,,,,,infinity',
    'i@example.com,x,y,,,,,,,,,more',
    'j@example.com,x,y,ACTIVE, YES , Html ,01/02/2014,192.0.2.1,,,',
  ]
  await importer.schedule({
    file: rows.join('\n'),
    mapping,
    hasHeaders: false,
    hasConfirmed: true,
    hasFormat: true,
  })
  const [row] = await importer.expectAsOracle()
  expect(row).toMatchObject({ failed: 9, added: 1 })
})

test('a second import of the same file updates every row and changes nothing', async () => {
  const importer = await anImporter()
  const whenStatus = { active: true, unsubscribed: true, bounced: true, scomp: true }
  const order = { file, mapping, overwrite: true, overwriteStatus: true, whenStatus, hasConfirmed: true }
  const { listId, oracle } = await importer.schedule(order, { before: aList(), fields: { Note: {} } })
  await importer.work()
  const look = () => importer.sql`select s.*, s.xmin::text from subscribers s order by key`
  const before = await look()
  await importer.schedule(order, { listId, before: oracle.subscribers })
  const [, again] = await importer.expectAsOracle()
  expect([again?.updated, again?.added]).toEqual([5, 0])
  expect(await look()).toEqual(before)
})
