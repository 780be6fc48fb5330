import { expect, test } from 'vitest'
import { creditLedgerRoutes } from '../../../src/http/accounting/credit-ledger.ts'
import { sendingCreditRoutes } from '../../../src/http/accounting/credits.ts'
import { addMessagesSent } from '../../../src/store/accounting/messages-sent.ts'
import { anApi } from '../../harness/core/api.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

type Ledger = {
  sending_credits: { current_credits_available: number }
  entries: {
    kind: string
    amount: number
    balance_after: number
    campaign: { name: string } | null
    actor: object
  }[]
}

test('the ledger sums what each sender spent on a day, explains the balance, and shows it to its organization', async () => {
  const api = await anApi(creditLedgerRoutes, sendingCreditRoutes)
  const { a, b, system, sql, call } = api
  const { organizationId } = a
  await sql`update organizations set sending_quota_mode = 'fixed_credits', time_zone = 'Europe/Berlin' where id = ${organizationId}`
  const listId = await aList(sql, organizationId)
  const campaignId = await aStartedCampaign(sql, organizationId, listId, { name: 'May news' })
  const autoresponderId = await anAutoresponder(sql, organizationId, listId)
  const path = `organizations/${organizationId}/add_sending_credits`
  await call('PUT', path, { credits: 1000 }, system)
  const send = (sent: { campaignId: number } | { autoresponderId: number }, count: number) =>
    sql.begin((sql) => addMessagesSent(sql, organizationId, { ...sent, count }))
  for (const count of [50, 50, 20]) await send({ campaignId }, count)
  await send({ autoresponderId }, 5)
  await send({ campaignId }, 30)
  await call('PUT', path, { credits: 10 }, system)
  // The first batches belong to the day before in Berlin, although it is the same day in UTC.
  await sql`update credit_ledger set created_at = date_trunc('day', now() - interval '5 days') + case when amount in (-50, 1000) then interval '0' else interval '23 hours' end`

  const { data } = (await call<Ledger>('GET', 'credit_ledger')).body
  expect(data.entries.map(({ kind, amount, balance_after: after }) => [kind, amount, after])).toEqual([
    ['added', 10, 855],
    ['spent', -50, 845],
    ['spent', -5, 875],
    ['spent', -100, 900],
    ['added', 1000, 1000],
  ])
  expect(data.entries[1]).toMatchObject({
    campaign: { id: campaignId, name: 'May news' },
    actor: { type: 'system' },
  })
  expect(data.entries[0]).toMatchObject({ campaign: null, actor: { type: 'api_key', id: system.apiKeyId } })
  expect(data.sending_credits.current_credits_available).toBe(855)
  const named = await call<Ledger>(
    'GET',
    `organizations/${organizationId}/credit_ledger?per_page=2&page=1`,
    undefined,
    system,
  )
  expect(named.body).toMatchObject({ num_records: 5, data: { entries: data.entries.slice(2, 4) } })
  expect((await call<Ledger>('GET', 'credit_ledger', undefined, b)).body.data.entries).toEqual([])
})
