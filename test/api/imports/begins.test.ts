import { expect, test } from 'vitest'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'

async function inZone(api: ImportApi, zone: string): Promise<void> {
  await api.sql`update organizations set time_zone = ${zone} where id = ${api.organizationId}`
}

test('begins_at accepts every layout, and is answered in the zone of the organization', async () => {
  const api = await anImportApi()
  await inZone(api, 'America/Chicago')
  for (const [given, answered] of [
    ['2031-03-01T12:00:00Z', '2031-03-01T06:00:00-06:00'],
    ['2031-07-01T12:00:00+02:00', '2031-07-01T05:00:00-05:00'],
    ['2031-07-01T12:00:00', '2031-07-01T12:00:00-05:00'],
    ['2015-01-22 11:10AM CST', '2015-01-22T11:10:00-06:00'],
    ['2015-06-29 3:11PM', '2015-06-29T15:11:00-05:00'],
    ['March 11, 2031 14:30', '2031-03-11T14:30:00-05:00'],
    ['11 March 2031', '2031-03-11T00:00:00-05:00'],
    ['03/11/2031 2:30:47pm', '2031-03-11T14:30:47-05:00'],
    ['03-11-2031', '2031-03-11T00:00:00-05:00'],
    ['2031-03-11', '2031-03-11T00:00:00-05:00'],
    ['1425915244', '2015-03-09T10:34:04-05:00'],
    [1364398875, '2013-03-27T10:41:15-05:00'],
    [0, '1969-12-31T18:00:00-06:00'],
    // DST begins and ends at 02:00.
    ['2031-03-09 02:30', '2031-03-09T03:30:00-05:00'],
    ['2031-11-02 01:30', '2031-11-02T01:30:00-05:00'],
  ] as const) {
    const { body } = await api.create({ begins_at: given })
    expect([given, body.data?.begins_at ?? body.error_message]).toEqual([given, answered])
    expect((await api.show(body.data.id)).begins_at).toBe(answered)
  }
})

test('numeric dates in begins_at are mdy whatever the date format of the file is', async () => {
  const api = await anImportApi()
  const { body } = await api.create({ begins_at: '01/02/2031', file_format: { date_format: 'dmy' } })
  expect(body.data.begins_at).toBe('2031-01-02T00:00:00Z')
  expect(body.warnings).toEqual([
    'begins_at 01/02/2031 was read with the month first, as 2031-01-02; write dates as YYYY-MM-DD',
  ])
  const dotted = await api.create({ begins_at: '2.1.2031' })
  expect([dotted.body.data.begins_at, dotted.body.warnings]).toEqual(['2031-01-02T00:00:00Z', undefined])
})

test('all times of an answer are in the zone of the organization', async () => {
  const api = await anImportApi()
  const created = (await api.create()).body.data
  await api.work()
  const utc = await api.show(created.id)
  await inZone(api, 'Asia/Kathmandu')
  const local = await api.show(created.id)
  for (const name of ['created_at', 'begins_at', 'finished_at'] as const) {
    expect(local[name]).toMatch(/\+05:45$/)
    expect(Date.parse(local[name] ?? '')).toBe(Date.parse(utc[name] ?? ''))
  }
  const { body } = await api.call<object[]>('GET', 'subscriber_imports')
  const { created_at, begins_at, finished_at } = local
  expect(body.data).toMatchObject([{ created_at, begins_at, finished_at }])
})

test('without begins_at, or with an empty one or now, the import begins at the time of the database', async () => {
  const api = await anImportApi()
  for (const begins_at of [undefined, null, '', 'now', ' NOW ']) {
    const { data } = (await api.create({ begins_at })).body
    expect(data.begins_at).toBe(data.created_at)
  }
  expect(await api.sql`select 1 from import_jobs where begins_at = created_at`).toHaveLength(5)
})

test('rejects an invalid begins_at', async () => {
  const api = await anImportApi()
  for (const begins_at of [
    'soon',
    'tomorrow',
    'infinity',
    '2031-02-30',
    '2031-13-01',
    '2031-01-01T24:00:00Z',
    '20310101',
    20310101,
    -1,
    1.5,
    1e21,
    '99999-01-01',
    '2031-01-01T00:00:00+25:00',
    'now()',
  ]) {
    expect([begins_at, await api.problemOf({ begins_at })]).toEqual([
      begins_at,
      '422 begins_at must look like 2026-12-31 09:00, 2026-12-31T09:00:00Z or now',
    ])
  }
  for (const begins_at of [true, {}, [], 'x'.repeat(65), '\u0000']) {
    expect(await api.problemOf({ begins_at })).toMatch(/^422 begins_at /)
  }
})

test('an import waits for its time', async () => {
  const api = await anImportApi()
  const late = (await api.create({ begins_at: '2031-01-01' })).body.data
  const due = (await api.create({ begins_at: '2001-01-01' })).body.data
  await api.call('POST', `subscriber_imports/${late.id}/pause`)
  await api.call('POST', `subscriber_imports/${late.id}/unpause`)
  const isEnded = async () => (await api.show(due.id)).finished_at !== null
  await api.workUntil(isEnded)
  expect((await api.show(late.id)).state).toBe('scheduled')
})
