import { expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { messagesSentRoutes } from '../../../src/http/accounting/messages-sent.ts'

/** Compares the CSV forms of the messages-sent report with the samples below, byte for byte. */

/** Letters name the sender; times are quarter-hours in UTC. DST begins on March 8 and ends on November 1. */
const sent = `
2026-03-08T05:45:00Z a 1
2026-03-08T06:00:00Z a 20
2026-03-08T06:00:00Z b 3
2026-03-08T07:45:00Z a 300
2026-03-08T08:00:00Z a 4000
2026-03-09T04:45:00Z w 7
2026-03-09T05:00:00Z c 11
2026-11-01T04:45:00Z d 5
2026-11-01T05:00:00Z e 6
2026-11-01T06:15:00Z e 60
2026-11-01T07:15:00Z e 600
2026-11-02T05:45:00Z z 8
2026-11-02T06:00:00Z f 9
2026-12-01T05:45:00Z f 1234567
2026-12-01T06:00:00Z g 2
`
const names: Record<string, string> = {
  a: 'March "sale", 10% off',
  b: '=HYPERLINK("http://evil.example","x")',
  c: '+1 for all',
  d: '-12.5',
  e: '@home, 山 & Söhne',
  f: "O'Brien; 'quoted'",
  g: '\tTab',
  w: 'Welcome, "you"',
  z: '=1+1',
}

const header =
  '"Time Period Start","Time Period End","Organization ID","Organization Name","Campaign ID","Campaign Name",' +
  '"Autoresponder ID","Autoresponder Name","Messages Sent"\n'

/** `{a}`: the id of a. */
const daily = `${header}"2026-03-07T00:00:00-06:00","2026-03-07T23:59:59-06:00","","","{a}","March ""sale"", 10% off","","","1"
"2026-03-08T00:00:00-06:00","2026-03-08T23:59:59-05:00","","","{b}","'=HYPERLINK(""http://evil.example"",""x"")","","","3"
"2026-03-08T00:00:00-06:00","2026-03-08T23:59:59-05:00","","","{a}","March ""sale"", 10% off","","","4320"
"2026-03-08T00:00:00-06:00","2026-03-08T23:59:59-05:00","","","","","{w}","Welcome, ""you""","7"
"2026-03-09T00:00:00-05:00","2026-03-09T23:59:59-05:00","","","{c}","'+1 for all","","","11"
"2026-10-31T00:00:00-05:00","2026-10-31T23:59:59-05:00","","","{d}","-12.5","","","5"
"2026-11-01T00:00:00-05:00","2026-11-01T23:59:59-06:00","","","{e}","'@home, 山 & Söhne","","","666"
"2026-11-01T00:00:00-05:00","2026-11-01T23:59:59-06:00","","","","","{z}","'=1+1","8"
"2026-11-02T00:00:00-06:00","2026-11-02T23:59:59-06:00","","","{f}","O'Brien; 'quoted'","","","9"
"2026-11-30T00:00:00-06:00","2026-11-30T23:59:59-06:00","","","{f}","O'Brien; 'quoted'","","","1234567"
"2026-12-01T00:00:00-06:00","2026-12-01T23:59:59-06:00","","","{g}","'\tTab","","","2"
`

const monthly = `${header}"2026-03-01T00:00:00-06:00","2026-03-31T23:59:59-05:00","","","{c}","'+1 for all","","","11"
"2026-03-01T00:00:00-06:00","2026-03-31T23:59:59-05:00","","","{b}","'=HYPERLINK(""http://evil.example"",""x"")","","","3"
"2026-03-01T00:00:00-06:00","2026-03-31T23:59:59-05:00","","","{a}","March ""sale"", 10% off","","","4321"
"2026-03-01T00:00:00-06:00","2026-03-31T23:59:59-05:00","","","","","{w}","Welcome, ""you""","7"
"2026-10-01T00:00:00-05:00","2026-10-31T23:59:59-05:00","","","{d}","-12.5","","","5"
"2026-11-01T00:00:00-05:00","2026-11-30T23:59:59-06:00","","","{e}","'@home, 山 & Söhne","","","666"
"2026-11-01T00:00:00-05:00","2026-11-30T23:59:59-06:00","","","{f}","O'Brien; 'quoted'","","","1234576"
"2026-11-01T00:00:00-05:00","2026-11-30T23:59:59-06:00","","","","","{z}","'=1+1","8"
"2026-12-01T00:00:00-06:00","2026-12-31T23:59:59-06:00","","","{g}","'\tTab","","","2"
`

async function aReport() {
  const api = await anApi(messagesSentRoutes)
  const { sql, a } = api
  const { organizationId } = a
  await sql`update organizations set name = 'Acme', time_zone = 'America/Chicago' where id = ${organizationId}`
  const listId = await aList(sql, organizationId)
  const ids: Record<string, number> = {}
  // So that sorting by id and sorting by name differ.
  for (const [letter, name] of Object.entries(names).toReversed()) {
    const make = 'wz'.includes(letter) ? anAutoresponder : aStartedCampaign
    ids[letter] = await make(sql, organizationId, listId, { name })
  }
  for (const line of sent.trim().split('\n')) {
    const [at = '', letter = '', count = ''] = line.split(' ')
    const source = 'wz'.includes(letter) ? 'autoresponder_id' : 'campaign_id'
    const row = { organization_id: organizationId, quarter_hour: at, [source]: ids[letter], messages: count }
    await sql`insert into messages_sent_by_quarter_hour ${sql(row as object as Record<string, string>)}`
  }
  const withIds = (text: string) => text.replaceAll(/\{(\w)\}/g, (_, letter: string) => String(ids[letter]))
  const read = async (path: string) =>
    (await api.read(`organizations/${organizationId}/messages_sent/${path}`)).text
  return { ...api, read, withIds }
}

test('the daily CSV equals the documented sample byte for byte, across both DST changes', async () => {
  const { read, withIds } = await aReport()
  const query = 'start_date=2026-03-01&end_date=2026-12-31'
  expect(await read(`daily.csv?${query}`)).toBe(withIds(daily))
  const march = withIds(daily).split('\n').slice(0, 5).join('\n')
  expect(await read('daily.csv?start_date=2026-03-07&end_date=2026-03-08')).toBe(`${march}\n`)
})

test('the monthly CSV equals the documented sample byte for byte, in whole months for any range of days', async () => {
  const { read, withIds } = await aReport()
  expect(await read('monthly.csv?start_date=2026-03-31&end_date=2026-12-01')).toBe(withIds(monthly))
})

test('the JSON forms equal the CSV forms, with names unescaped', async () => {
  const { read, withIds } = await aReport()
  for (const [form, expected] of [
    ['daily', daily],
    ['monthly', monthly],
  ] as const) {
    const answer = JSON.parse(await read(`${form}?start_date=2026-03-01&end_date=2026-12-31`))
    const rows: Record<string, unknown>[] = answer.data.report
    const lines = rows.map((row) =>
      [
        row['time_period_start'],
        row['time_period_end'],
        '',
        '',
        row['campaign_id'] ?? '',
        named(row['campaign_name']),
        row['autoresponder_id'] ?? '',
        named(row['autoresponder_name']),
        row['messages_sent'],
      ]
        .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
        .join(','),
    )
    expect(`${header}${lines.join('\n')}\n`).toBe(withIds(expected))
    expect(new Set(rows.map((row) => row['campaign_name'] ?? row['autoresponder_name']))).toEqual(
      new Set(Object.values(names)),
    )
  }
})

/** The names that a spreadsheet would run, as the CSV escapes them. */
function named(name: unknown): string {
  const text = typeof name === 'string' ? name : ''
  return ['b', 'c', 'e', 'g', 'z'].some((letter) => names[letter] === text) ? `'${text}` : text
}
