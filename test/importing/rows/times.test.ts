import { expect, test } from 'vitest'
import { anImporter } from '../../harness/importing/whole.ts'

/** Imports a column of times. @returns the instant of each cell as an ISO text, 'failed' if the row failed. */
async function subscribed(zone: string, dateFormat: 'mdy' | 'dmy', cells: string[]): Promise<string[]> {
  const { sql, schedule, work } = await anImporter({ zone })
  const lines = cells.map((cell, index) => `p${index}@example.com,"${cell}"`)
  await schedule({
    file: lines.join('\n'),
    mapping: ['email', 'subscribe_time'],
    hasHeaders: false,
    dateFormat,
  })
  await work()
  const rows = await sql<{ key: string; subscribe_time: Date }[]>`select key, subscribe_time from subscribers`
  const times = new Map(rows.map(({ key, subscribe_time }) => [key, subscribe_time.toISOString()]))
  return cells.map((_, index) => times.get(`p${index}@example.com`) ?? 'failed')
}

test('a time without an offset is in the zone of the organization; one with an offset is exact', async () => {
  const table = {
    '1994-03-11T14:30:47-06:00': '1994-03-11T20:30:47.000Z',
    '1994-03-11T14:30:47Z': '1994-03-11T14:30:47.000Z',
    'March 11, 1994 14:30': '1994-03-11T19:30:00.000Z',
    'March 11, 1994': '1994-03-11T05:00:00.000Z',
    '11 March 1994': '1994-03-11T05:00:00.000Z',
    '03-11-1994': '1994-03-11T05:00:00.000Z',
    '03/11/1994': '1994-03-11T05:00:00.000Z',
    '03/11/1994 2:30:47pm': '1994-03-11T19:30:47.000Z',
    '03-11-1994 14:30:47': '1994-03-11T19:30:47.000Z',
    '03/11/1994 2:30PM': '1994-03-11T19:30:00.000Z',
    '03-11-1994 14:30': '1994-03-11T19:30:00.000Z',
    '1994-03-11 14:30': '1994-03-11T19:30:00.000Z',
    '1994-03-11': '1994-03-11T05:00:00.000Z',
    '11.3.1994 14:30': '1994-03-11T19:30:00.000Z',
    '11. März 94, 14:30 Uhr': '1994-03-11T19:30:00.000Z',
    '13-11-1994': 'failed',
    '1994-02-29': 'failed',
    '12/31/1999 12:00am': '1999-12-31T05:00:00.000Z',
    '12/31/1999 13:00pm': 'failed',
    yesterday: 'failed',
  }
  expect(await subscribed('America/New_York', 'mdy', Object.keys(table))).toEqual(Object.values(table))
})

test('numeric dates are read in the date format of the import', async () => {
  const cells = ['01/02/2014', '01-02-2014 14:30', '13/02/2014', '02/13/2014', '2014-01-02']
  expect(await subscribed('UTC', 'mdy', cells)).toEqual([
    '2014-01-02T00:00:00.000Z',
    '2014-01-02T14:30:00.000Z',
    'failed',
    '2014-02-13T00:00:00.000Z',
    '2014-01-02T00:00:00.000Z',
  ])
  expect(await subscribed('UTC', 'dmy', cells)).toEqual([
    '2014-02-01T00:00:00.000Z',
    '2014-02-01T14:30:00.000Z',
    '2014-02-13T00:00:00.000Z',
    'failed',
    '2014-01-02T00:00:00.000Z',
  ])
})

test('an hour that clocks skip moves on by the gap, an hour that they repeat is the first of the two', async () => {
  const newYork = {
    '2024-03-10 01:59': '2024-03-10T06:59:00.000Z',
    '2024-03-10 02:00': '2024-03-10T07:00:00.000Z',
    '2024-03-10 02:30': '2024-03-10T07:30:00.000Z',
    '2024-03-10 03:00': '2024-03-10T07:00:00.000Z',
    '2024-11-03 00:59': '2024-11-03T04:59:00.000Z',
    '2024-11-03 01:30': '2024-11-03T05:30:00.000Z',
    '2024-11-03 02:00': '2024-11-03T07:00:00.000Z',
  }
  expect(await subscribed('America/New_York', 'mdy', Object.keys(newYork))).toEqual(Object.values(newYork))
  // Half an hour, and across midnight.
  const lordHowe = {
    '2024-10-06 02:15': '2024-10-05T15:45:00.000Z',
    '2024-04-07 01:45': '2024-04-06T14:45:00.000Z',
  }
  expect(await subscribed('Australia/Lord_Howe', 'mdy', Object.keys(lordHowe))).toEqual(
    Object.values(lordHowe),
  )
  const beirut = { '2024-03-31 00:30': '2024-03-30T22:30:00.000Z', '2024-03-31': '2024-03-30T22:00:00.000Z' }
  expect(await subscribed('Asia/Beirut', 'mdy', Object.keys(beirut))).toEqual(Object.values(beirut))
})

test('the zone of the organization at the time of the split counts for the whole file', async () => {
  const { sql, schedule, expectAsOracle, organizationId } = await anImporter({ zone: 'Asia/Tokyo' })
  const file = 'email,subscribe_time\na@example.com,2014-01-02 09:00\nb@example.com,"March 11, 1994"\n'
  await schedule({ file, mapping: ['email', 'subscribe_time'] })
  await sql`
    create function change_zone() returns trigger language plpgsql as $$
    begin
      update organizations set time_zone = 'UTC' where id = new.organization_id;
      return new;
    end $$`
  await sql`
    create trigger change_zone after update of state on jobs
    for each row when (new.state = 'importing') execute function change_zone()`
  await expectAsOracle()
  const [row] = await sql`select time_zone from organizations where id = ${organizationId}`
  expect(row).toEqual({ time_zone: 'UTC' })
})
