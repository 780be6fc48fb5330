import { describe, expect, test } from 'vitest'
import { aSendersDatabase } from '../../../test/harness/sending/campaigns.ts'
import { addMessagesSent, sendingQuotaLeft } from './messages-sent.ts'
import { queueSendingQuotaNotice } from './quota-notices.ts'

describe('the monthly sending quota', () => {
  const quota = (mode: string, limit: number, overage = 0, day = 1) => ({
    sending_quota_mode: mode,
    sending_quota_limit: limit,
    sending_quota_overage: overage,
    anniversary_day: day,
    time_zone: 'America/Chicago',
  })

  test('is the limit with its overage, less what was sent; never below 0; null without a limit', async () => {
    const { sql, sender } = await aSendersDatabase()
    const { id, campaignId, autoresponderId } = sender
    expect(await sendingQuotaLeft(sql, id)).toBeNull()
    await addMessagesSent(sql, id, { campaignId, count: 100 })
    await addMessagesSent(sql, id, { autoresponderId, count: 11 })
    for (const [mode, limit, overage, left] of [
      ['visible_limit', 250_000, 15, 287_500 - 111],
      ['hidden_limit', 200, 0, 89],
      ['visible_limit', 101, 33, 134 - 111],
      ['visible_limit', 111, 0, 0],
      ['visible_limit', 50, 0, 0],
      ['visible_limit', 0, 10_000, 0],
    ] as const) {
      await sql`update organizations set ${sql(quota(mode, limit, overage))} where id = ${id}`
      expect([mode, limit, overage, await sendingQuotaLeft(sql, id)]).toEqual([mode, limit, overage, left])
    }
  })

  // Local midnights in Chicago, and the second before each. The counts are powers of two, so each sum is unique.
  const moments: [local: string, count: number][] = [
    ['2026-01-27T23:59:59-06:00', 1],
    ['2026-01-28T00:00:00-06:00', 2],
    ['2026-01-30T23:59:59-06:00', 4],
    ['2026-01-31T00:00:00-06:00', 8],
    ['2026-01-31T23:59:59-06:00', 16],
    ['2026-02-01T00:00:00-06:00', 32],
    ['2026-02-27T23:59:59-06:00', 64],
    ['2026-02-28T00:00:00-06:00', 128],
  ]

  test.each([
    [1, '2026-02-28T12:00:00-06:00', 32 + 64 + 128],
    [28, '2026-02-27T23:59:59-06:00', 2 + 4 + 8 + 16 + 32 + 64],
    [28, '2026-02-28T00:00:00-06:00', 128],
    [29, '2026-02-28T00:00:00-06:00', 128],
    [31, '2026-02-27T23:59:59-06:00', 8 + 16 + 32 + 64],
    [31, '2026-02-28T00:00:00-06:00', 128],
    [31, '2026-03-30T12:00:00-05:00', 128],
    [31, '2026-03-31T00:00:00-05:00', 0],
  ])('begins anew on the anniversary day %i: at %s, %i messages count', async (day, now, expected) => {
    const { sql, sender } = await aSendersDatabase()
    await sql`update organizations set ${sql(quota('visible_limit', 1_000, 0, day))} where id = ${sender.id}`
    const at = new Date(now)
    for (const [local, count] of moments) {
      const sentAt = new Date(local)
      if (sentAt > at) continue
      await addMessagesSent(sql, sender.id, { campaignId: sender.campaignId, count, at: sentAt })
    }
    expect(1_000 - ((await sendingQuotaLeft(sql, sender.id, at)) ?? NaN)).toBe(expected)
  })
})

test('the notice of a quota that is used up waits for nobody who holds the organization: it comes with the next batch', async () => {
  const { sql, sender } = await aSendersDatabase()
  const { id } = sender
  await sql`
    update organizations
    set sending_quota_mode = 'visible_limit', sending_quota_limit = 0, sending_quota_notify = true where id = ${id}`
  const notify = () =>
    sql.begin(async (inside) => {
      await inside`set local lock_timeout = '300ms'`
      await queueSendingQuotaNotice(inside, id)
    })
  const notifiedOn = async () =>
    (await sql`select 1 from organizations where sending_quota_notified_on is not null`).length
  await sql.begin(async (holder) => {
    await holder`select 1 from organizations where id = ${id} for no key update`
    await notify()
  })
  expect(await notifiedOn()).toBe(0)
  await notify()
  expect(await notifiedOn()).toBe(1)
})
