import { describe, expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { periodBounds, type ReportForm } from '../../contract/accounting/periods.ts'
import { connect, type Sql } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { byDay } from '../../../test/harness/night.ts'
import { aSender, aSendersDatabase } from '../../../test/harness/sending/campaigns.ts'
import { addMessagesSent, findMessagesSent, sendingQuotaLeft } from './messages-sent.ts'
import { addCredits, findSendingCredits } from './credits.ts'

function anApplication(url: string, max: number) {
  const database = connect(url, { max, applicationName: 'test sender', role: applicationRole })
  onTestFinished(() => database.end())
  return database
}

const rowsOf = (sql: Sql, id: number) => sql<{ at: Date; campaign: number | null; messages: number }[]>`
  select quarter_hour as at, campaign_id as campaign, messages from messages_sent_by_quarter_hour
  where organization_id = ${id} order by 1, 2`

test('messages of one quarter-hour and sender are one row, and lifetime messages count all', async () => {
  const { sql, sender } = await aSendersDatabase()
  const { id, campaignId, autoresponderId } = sender
  for (const [at, count] of [
    ['2026-03-01T10:15:00.000Z', 1],
    ['2026-03-01T10:29:59.999Z', 20],
    ['2026-03-01T10:30:00.000Z', 300],
  ] as const) {
    expect(await addMessagesSent(sql, id, { campaignId, count, at: new Date(at) })).toBe(true)
  }
  await addMessagesSent(sql, id, { autoresponderId, count: 4_000, at: new Date('2026-03-01T10:20:00Z') })
  expect([...(await rowsOf(sql, id))]).toEqual([
    { at: new Date('2026-03-01T10:15:00Z'), campaign: campaignId, messages: 21 },
    { at: new Date('2026-03-01T10:15:00Z'), campaign: null, messages: 4_000 },
    { at: new Date('2026-03-01T10:30:00Z'), campaign: campaignId, messages: 300 },
  ])
  expect(await findSendingCredits(sql, id)).toEqual({
    lifetime_messages_sent: 4_321,
    current_credits_available: 0,
  })
})

test('without a time messages count now, and nothing below 1 counts', async () => {
  const { sql, sender } = await aSendersDatabase()
  await addMessagesSent(sql, sender.id, { campaignId: sender.campaignId, count: 1 })
  const [row] = await rowsOf(sql, sender.id)
  const age = Date.now() - (row?.at.getTime() ?? 0)
  expect(age).toBeGreaterThanOrEqual(0)
  expect(age).toBeLessThan(16 * 60_000)
  for (const count of [0, -1, 1.5, NaN]) {
    await expect(addMessagesSent(sql, sender.id, { campaignId: sender.campaignId, count })).rejects.toThrow(
      'Messages are counted from 1.',
    )
  }
})

test('who pays ahead spends a credit a message, and without enough of them nothing is written', async () => {
  const { sql, sender } = await aSendersDatabase()
  const { id, campaignId } = sender
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${id}`
  await sql.begin((sql) => addCredits(sql, id, 10, { caller: null, requestId: null }))
  const send = (count: number) => sql.begin((inner) => addMessagesSent(inner, id, { campaignId, count }))
  expect([await send(7), await send(4), await send(3), await send(1)]).toEqual([true, false, true, false])
  expect(await findSendingCredits(sql, id)).toEqual({
    lifetime_messages_sent: 10,
    current_credits_available: 0,
  })
  expect((await rowsOf(sql, id)).reduce((sum, { messages }) => sum + messages, 0)).toBe(10)
  expect(await sendingQuotaLeft(sql, id)).toBeNull()
})

test('what a transaction takes back was never sent', async () => {
  const { sql, sender } = await aSendersDatabase()
  const work = sql.begin(async (inner) => {
    await addMessagesSent(inner, sender.id, { campaignId: sender.campaignId, count: 5 })
    throw new Error('the delivery failed')
  })
  await expect(work).rejects.toThrow('the delivery failed')
  expect(await rowsOf(sql, sender.id)).toHaveLength(0)
  expect((await findSendingCredits(sql, sender.id)).lifetime_messages_sent).toBe(0)
})

test.each([
  ['fixed_credits', 5_000],
  ['no_limit', Infinity],
])(
  '8 senders at once lose nothing, spend each credit once, and never wait for each other for ever: %s',
  async (mode, credits) => {
    const { sql, url, sender } = await aSendersDatabase()
    const { id, campaignId, otherCampaignId, autoresponderId } = sender
    await sql`update organizations set sending_quota_mode = ${mode} where id = ${id}`
    if (mode === 'fixed_credits') {
      await sql.begin((sql) => addCredits(sql, id, credits, { caller: null, requestId: null }))
    }
    const own = anApplication(url, 8).within(id)
    const random = createRandom(3)
    const sources = [{ campaignId }, { campaignId: otherCampaignId }, { autoresponderId }]
    const source = () => sources[Math.floor(random() * sources.length)] ?? { campaignId }
    let accepted = 0
    let refused = 0
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 40; round += 1) {
          const parts = [1, 2].map(() => ({ ...source(), count: 1 + Math.floor(random() * 15) }))
          // Two sources in one transaction, in any order.
          await own.begin(async (inner) => {
            for (const part of parts) {
              if (await addMessagesSent(inner, id, part)) accepted += part.count
              else refused += part.count
            }
          })
        }
      }),
    )
    expect(accepted).toBeGreaterThan(4_900)
    expect(refused > 0).toBe(mode === 'fixed_credits')
    expect((await rowsOf(sql, id)).reduce((sum, { messages }) => sum + messages, 0)).toBe(accepted)
    expect(await findSendingCredits(sql, id)).toEqual({
      lifetime_messages_sent: accepted,
      current_credits_available: mode === 'fixed_credits' ? credits - accepted : 0,
    })
  },
)

test('an organization sees and adds to its own messages only, and deletes none', async () => {
  const { sql, url, sender } = await aSendersDatabase()
  const other = await aSender(sql, 'B')
  const own = anApplication(url, 1).within(sender.id)
  await addMessagesSent(sql, other.id, { campaignId: other.campaignId, count: 1 })
  await expect(addMessagesSent(own, other.id, { campaignId: other.campaignId, count: 1 })).rejects.toThrow(
    'row-level security',
  )
  await expect(addMessagesSent(own, sender.id, { campaignId: other.campaignId, count: 1 })).rejects.toThrow(
    'foreign key',
  )
  const bounds = [0, Date.now() + 86_400_000]
  expect(await findMessagesSent(own, other.id, bounds)).toEqual([])
  await expect(own`delete from messages_sent_by_quarter_hour`).rejects.toThrow('permission denied')
})

/** Days and months by the runtime's own calendar, independent of the tested code. */
function oracle(zone: string, form: ReportForm) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return (ms: number) => format.format(ms).slice(0, form === 'daily' ? 10 : 7)
}

type Sent = { atMs: number; source: 'first' | 'second' | 'Welcome'; count: number }

describe.each([
  'America/Chicago',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'America/Havana',
  'UTC',
])('in %s', (zone) => {
  test('days and months hold what an independent count finds, across both changes of the clocks', async () => {
    const { sql, sender } = await aSendersDatabase()
    const { id, campaignId, otherCampaignId, autoresponderId } = sender
    const random = createRandom(zone.length)
    const startMs = Date.parse('2025-01-01T00:00:00Z')
    const ids = {
      first: { campaignId },
      second: { campaignId: otherCampaignId },
      Welcome: { autoresponderId },
    }
    const sent: Sent[] = Array.from({ length: byDay(200, 600) }, () => {
      // Half of them around midnight of the days on which clocks change somewhere.
      const changes = ['2025-03-09', '2025-03-30', '2025-04-06', '2025-10-05', '2025-10-26', '2025-11-02']
      const change = Date.parse(changes[Math.floor(random() * changes.length)] ?? '')
      const atMs =
        random() < 0.5
          ? startMs + Math.floor(random() * 365 * 86_400_000)
          : change + Math.floor((random() - 0.5) * 3 * 86_400_000)
      const source = (['first', 'second', 'Welcome'] as const)[Math.floor(random() * 3)] ?? 'first'
      return { atMs, source, count: 1 + Math.floor(random() * 9) }
    })
    await sql.begin(async (inner) => {
      for (const { atMs, source, count } of sent) {
        await addMessagesSent(inner, id, { ...ids[source], count, at: new Date(atMs) })
      }
    })
    for (const form of ['daily', 'monthly'] as const) {
      const keyOf = oracle(zone, form)
      const expected = new Map<string, number>()
      for (const { atMs, source, count } of sent) {
        if (!keyOf(atMs).startsWith('2025')) continue
        const key = `${keyOf(atMs)} ${source}`
        expected.set(key, (expected.get(key) ?? 0) + count)
      }
      const year = { start: { year: 2025, month: 1, day: 1 }, end: { year: 2025, month: 12, day: 31 } }
      const bounds = periodBounds(year, form, zone)
      const rows = await findMessagesSent(sql, id, bounds)
      const found = rows.map((row) => [
        `${keyOf(bounds[row.period] ?? 0)} ${row.campaign_name ?? row.autoresponder_name}`,
        row.messages_sent,
      ])
      // By period, then by name: campaigns before autoresponders.
      const place = (key: string) => key.replace('Welcome', 'welcome')
      const inOrder = [...expected].toSorted(([a], [b]) => (place(a) < place(b) ? -1 : 1))
      expect(found).toEqual(inOrder)
      expect(rows.length).toBeGreaterThan(20)
    }
  })
})
