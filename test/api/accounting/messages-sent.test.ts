import { expect, test } from 'vitest'
import type { MessagesSentRow } from '../../../src/contract/accounting/messages-sent.ts'
import { addMessagesSent } from '../../../src/store/accounting/messages-sent.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { messagesSentRoutes } from '../../../src/http/accounting/messages-sent.ts'

type Report = { report: MessagesSentRow[] }

/** A server whose organization A is in Chicago, with a campaign and an autoresponder. */
async function aServer(names: { campaign?: string; autoresponder?: string } = {}) {
  const api = await anApi(messagesSentRoutes)
  const { sql } = api
  const id = api.a.organizationId
  await sql`update organizations set time_zone = 'America/Chicago' where id = ${id}`
  const listId = await aList(sql, id)
  const campaignId = await aStartedCampaign(sql, id, listId, { name: names.campaign ?? 'News' })
  const autoresponderId = await anAutoresponder(sql, id, listId, { name: names.autoresponder ?? 'Welcome' })
  const send = (from: 'campaign' | 'autoresponder', at: string, count: number) =>
    addMessagesSent(sql, id, {
      count,
      at: new Date(at),
      ...(from === 'campaign' ? { campaignId } : { autoresponderId }),
    })
  return { ...api, id, listId, campaignId, autoresponderId, send }
}

const report = (api: Api, path: string, as = api.a, id = api.a.organizationId) =>
  api.call<Report>('GET', `organizations/${id}/messages_sent/${path}`, undefined, as)

test('the daily report sums days in the organization’s time zone, by campaign and autoresponder', async () => {
  const server = await aServer()
  await server.send('campaign', '2026-03-08T05:59:59Z', 1)
  await server.send('campaign', '2026-03-08T06:00:00Z', 20)
  await server.send('campaign', '2026-03-09T04:59:59Z', 300)
  await server.send('autoresponder', '2026-03-08T12:00:00Z', 4_000)
  await server.send('campaign', '2026-03-09T05:00:00Z', 50_000)
  const { status, body } = await report(server, 'daily?start_date=2026-03-07&end_date=2026-03-08')
  const campaign = {
    campaign_id: server.campaignId,
    campaign_name: 'News',
    autoresponder_id: null,
    autoresponder_name: null,
  }
  const day = { time_period_start: '2026-03-08T00:00:00-06:00', time_period_end: '2026-03-08T23:59:59-05:00' }
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      error_code: null,
      error_message: null,
      data: {
        report: [
          {
            time_period_start: '2026-03-07T00:00:00-06:00',
            time_period_end: '2026-03-07T23:59:59-06:00',
            ...campaign,
            messages_sent: 1,
          },
          { ...day, ...campaign, messages_sent: 320 },
          {
            ...day,
            autoresponder_id: server.autoresponderId,
            autoresponder_name: 'Welcome',
            campaign_id: null,
            campaign_name: null,
            messages_sent: 4_000,
          },
        ],
      },
    },
  ])
})

test('the monthly report sums whole calendar months', async () => {
  const server = await aServer()
  await server.send('campaign', '2026-02-01T05:59:59Z', 1)
  await server.send('campaign', '2026-02-01T06:00:00Z', 20)
  await server.send('campaign', '2026-03-01T06:00:00Z', 300)
  await server.send('campaign', '2026-04-01T04:59:59Z', 4_000)
  await server.send('campaign', '2026-04-01T05:00:00Z', 50_000)
  const { body } = await report(server, 'monthly?start_date=2026-02-14&end_date=2026-03-14')
  expect(
    body.data.report.map((row) => [row.time_period_start, row.time_period_end, row.messages_sent]),
  ).toEqual([
    ['2026-02-01T00:00:00-06:00', '2026-02-28T23:59:59-06:00', 20],
    ['2026-03-01T00:00:00-06:00', '2026-03-31T23:59:59-05:00', 4_300],
  ])
})

test('rows are sorted by period, campaigns before autoresponders, then by name', async () => {
  const server = await aServer({ campaign: 'b', autoresponder: 'a' })
  const other = await aStartedCampaign(server.sql, server.id, server.listId, { name: 'A' })
  const twin = await aStartedCampaign(server.sql, server.id, server.listId, { name: 'a' })
  for (const at of ['2026-03-02T12:00:00Z', '2026-03-01T12:00:00Z']) {
    await server.send('autoresponder', at, 1)
    await server.send('campaign', at, 1)
    for (const campaignId of [twin, other]) {
      await addMessagesSent(server.sql, server.id, { campaignId, count: 1, at: new Date(at) })
    }
  }
  const { body } = await report(server, 'daily?start_date=2026-03-01&end_date=2026-03-02')
  const day = ['A', 'a', 'b', 'a']
  expect(body.data.report.map((row) => row.campaign_name ?? row.autoresponder_name)).toEqual([...day, ...day])
  expect(body.data.report[3]?.autoresponder_id).toBe(server.autoresponderId)
})

test('without dates the report covers this month and the two before it', async () => {
  const server = await aServer()
  await server.send('campaign', new Date().toISOString(), 7)
  // 100 days ago is before the first day of that range.
  await server.send('campaign', new Date(Date.now() - 100 * 86_400_000).toISOString(), 50)
  for (const path of ['daily', 'monthly']) {
    const { body } = await report(server, path)
    expect(body.data.report.map((row) => row.messages_sent)).toEqual([7])
  }
})

test('the CSV form has the documented header, quotes every cell and has no organization column', async () => {
  const server = await aServer({ campaign: 'Say "hi", all' })
  await server.send('campaign', '2026-03-08T12:00:00Z', 1_234)
  await server.send('autoresponder', '2026-04-01T12:00:00Z', 5)
  const header =
    '"Time Period Start","Time Period End","Organization ID","Organization Name","Campaign ID","Campaign Name",' +
    '"Autoresponder ID","Autoresponder Name","Messages Sent"\n'
  const query = 'start_date=2026-03-01&end_date=2026-04-30'
  const base = `organizations/${server.id}/messages_sent`
  const daily = await server.read(`${base}/daily.csv?${query}`)
  expect([daily.status, daily.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(daily.headers['content-disposition']).toBe(
    `attachment; filename="messages-sent-daily-${server.id}.csv"`,
  )
  expect(daily.text).toBe(
    `${header}"2026-03-08T00:00:00-06:00","2026-03-08T23:59:59-05:00","","","${server.campaignId}",` +
      '"Say ""hi"", all","","","1234"\n' +
      `"2026-04-01T00:00:00-05:00","2026-04-01T23:59:59-05:00","","","","","${server.autoresponderId}","Welcome","5"\n`,
  )
  const monthly = await server.read(`${base}/monthly.csv?${query}`)
  expect(monthly.text.split('\n')[1]).toBe(
    `"2026-03-01T00:00:00-06:00","2026-03-31T23:59:59-05:00","","","${server.campaignId}","Say ""hi"", all","","","1234"`,
  )
  const empty = await server.read(`${base}/monthly.csv?start_date=2020-01-01&end_date=2020-01-01`)
  expect(empty.text).toBe(header)
})

test.each(['=1+1', '+A1', '-2+3', '@SUM(A1)', '\tx', '\r=1', '-'])(
  'a spreadsheet does not run the name %j, and JSON keeps it',
  async (name) => {
    const server = await aServer({ campaign: name, autoresponder: name })
    await server.send('campaign', '2026-03-08T12:00:00Z', 1)
    await server.send('autoresponder', '2026-03-08T12:00:00Z', 1)
    const query = 'start_date=2026-03-08&end_date=2026-03-08'
    const csv = await server.read(`organizations/${server.id}/messages_sent/daily.csv?${query}`)
    expect(csv.text).toContain(`"${server.campaignId}","'${name}","","","1"\n`)
    expect(csv.text).toContain(`"","","${server.autoresponderId}","'${name}","1"\n`)
    const { body } = await report(server, `daily?${query}`)
    expect(body.data.report.map((row) => row.campaign_name ?? row.autoresponder_name)).toEqual([name, name])
  },
)

test('rejects impossible ranges in both forms', async () => {
  const server = await aServer()
  for (const path of ['daily', 'monthly', 'daily.csv', 'monthly.csv']) {
    for (const [query, message] of [
      ['start_date=2026-02-30', 'start_date must be a date, YYYY-MM-DD, of the years 1980 to 9990'],
      ['end_date=tomorrow', 'end_date must be a date, YYYY-MM-DD, of the years 1980 to 9990'],
      ['start_date=2026-02-02&end_date=2026-02-01', 'end_date must not be before start_date'],
      ['start_date=2020-01-01&end_date=2025-01-02', 'end_date must be at most 5 years after start_date'],
    ] as const) {
      const answer = await report(server, `${path}?${query}`)
      expect([answer.status, answer.body.error_code, answer.body.error_message]).toEqual([
        400,
        'invalid_request',
        message,
      ])
    }
  }
})

test('an organization_admin sees only the report of its own organization, a system_admin sees any', async () => {
  const server = await aServer()
  await server.send('campaign', '2026-03-08T12:00:00Z', 9)
  for (const path of ['daily', 'monthly', 'daily.csv', 'monthly.csv']) {
    const query = `${path}?start_date=2026-03-08&end_date=2026-03-08`
    const read = (id: number, as = server.a) => server.read(`organizations/${id}/messages_sent/${query}`, as)
    expect((await read(server.id)).text).toContain('News')
    expect((await read(server.id, server.system)).text).toContain('News')
    const foreign = await read(server.id, server.b)
    const missing = await read(1_999_999_999, server.b)
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    expect((await read(1_999_999_999, server.system)).status).toBe(404)
    expect((await read(9_999_999_999, server.system)).status).toBe(404)
    expect((await read(server.b.organizationId, server.b)).text).not.toContain('News')
  }
  await server.sql`update organizations set deleted_at = now() where id = ${server.id}`
  expect((await report(server, 'daily', server.system)).status).toBe(404)
})
