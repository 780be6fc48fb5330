import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { sendingCreditsSchema } from '../../../src/contract/accounting/credits.ts'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { spendCredits } from '../../../src/store/accounting/credits.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { sendingCreditRoutes } from '../../../src/http/accounting/credits.ts'

type Credits = z.output<typeof sendingCreditsSchema>

/** A server on which A is prepaid and B is not. */
async function aServer() {
  const api = await anApi(sendingCreditRoutes)
  await api.sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${api.a.organizationId}`
  return api
}

const change = (api: Api, what: string, body: unknown, id = api.a.organizationId, as = api.system) =>
  api.call<Credits>('PUT', `organizations/${id}/${what}_sending_credits`, body, as)
const show = (api: Api, id = api.a.organizationId, as = api.system) =>
  api.call<Credits>('GET', `organizations/${id}/sending_credits`, undefined, as)
const available = async (api: Api) => (await show(api)).body.data.sending_credits.current_credits_available

test('adds, removes and sets credits, and each answer contains the balance', async () => {
  const api = await aServer()
  expect((await show(api)).body.data).toEqual({
    sending_credits: { lifetime_messages_sent: 0, current_credits_available: 0 },
  })
  const balances = []
  for (const [what, credits] of [
    ['add', 500],
    ['remove', 120],
    ['set', 1_000],
    ['set', 7],
    ['remove', 7],
  ] as const) {
    const { body } = await change(api, what, { credits })
    expect(body).toMatchObject({ success: true, error_code: null })
    balances.push(body.data.sending_credits.current_credits_available)
  }
  expect(balances).toEqual([500, 380, 1_000, 7, 0])
  const ledger = await api.sql`
    select kind, amount, balance_after, caller from credit_ledger where organization_id = ${api.a.organizationId}
    order by id`
  const caller = `api_key:${api.system.apiKeyId}`
  expect(ledger).toEqual([
    { kind: 'added', amount: 500, balance_after: 500, caller },
    { kind: 'removed', amount: -120, balance_after: 380, caller },
    { kind: 'set', amount: 620, balance_after: 1_000, caller },
    { kind: 'set', amount: -993, balance_after: 7, caller },
    { kind: 'removed', amount: -7, balance_after: 0, caller },
  ])
})

test('credits are a whole number from 0 to the largest exact one; lookalikes are rejected', async () => {
  const api = await aServer()
  const range = `credits must be a whole number between 0 and ${Number.MAX_SAFE_INTEGER}`
  for (const credits of [-1, 0.5, 2 ** 53, 1e300, '5', true, null, [5], {}]) {
    for (const what of ['add', 'remove', 'set']) {
      const answer = await change(api, what, { credits })
      expect([answer.status, answer.body.error_code, answer.body.error_message]).toEqual([
        422,
        'validation_failed',
        range,
      ])
    }
  }
  expect((await change(api, 'add', {})).body.error_message).toBe('credits cannot be blank')
  expect(await available(api)).toBe(0)
  expect((await change(api, 'set', { credits: Number.MAX_SAFE_INTEGER })).status).toBe(200)
  expect(await available(api)).toBe(Number.MAX_SAFE_INTEGER)
})

test('a balance cannot leave its bounds: a rejected change alters nothing and is not in the ledger', async () => {
  const api = await aServer()
  await change(api, 'add', { credits: 10 })
  const more = await change(api, 'remove', { credits: 11 })
  expect(more).toMatchObject({
    status: 422,
    body: { error_code: 'validation_failed', error_message: 'credits must be at most the available credits' },
  })
  expect((await change(api, 'add', { credits: Number.MAX_SAFE_INTEGER })).body.error_code).toBe(
    'validation_failed',
  )
  expect(await spendCredits(api.sql, api.a.organizationId, 11)).toBe(false)
  expect(await available(api)).toBe(10)
  expect(await spendCredits(api.sql, api.a.organizationId, 10)).toBe(true)
  expect(await available(api)).toBe(0)
  const kinds = await api.sql`select kind, amount from credit_ledger order by id`
  expect(kinds).toEqual([
    { kind: 'added', amount: 10 },
    { kind: 'spent', amount: -10 },
  ])
})

test('the record may have a wrapper, as in all other calls', async () => {
  const api = await aServer()
  expect((await change(api, 'add', { sending_credits: { credits: 3 } })).status).toBe(200)
  expect(await available(api)).toBe(3)
})

test('an organization without prepaid credits has none, and an unknown one is not found', async () => {
  const api = await aServer()
  for (const what of ['add', 'remove', 'set']) {
    expect((await change(api, what, { credits: 1 }, api.b.organizationId)).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'sending_quota.mode must be fixed_credits for sending credits',
    })
    for (const id of [2_147_483_647, 2_147_483_648]) {
      const missing = await change(api, what, { credits: 'x' }, id)
      expect([missing.status, missing.body.error_message]).toEqual([404, 'organization not found'])
    }
  }
  expect((await show(api, api.b.organizationId)).body.error_code).toBe('validation_failed')
  await api.sql`update organizations set deleted_at = now() where id = ${api.a.organizationId}`
  expect((await show(api)).status).toBe(404)
  expect(await api.sql`select * from credit_balances`).toEqual([])
})

test('only system administrators can use credits, even those of their own organization', async () => {
  const api = await aServer()
  for (const as of [api.a, api.b]) {
    for (const what of ['add', 'remove', 'set']) {
      expect((await change(api, what, { credits: 1 }, api.a.organizationId, as)).status).toBe(403)
    }
    expect((await show(api, api.a.organizationId, as)).status).toBe(403)
  }
  expect(await available(api)).toBe(0)
})

test('the ledger can be read and appended to, nothing else', async () => {
  const api = await aServer()
  await change(api, 'add', { credits: 10 })
  const database = connect(api.url, { max: 1, applicationName: 'test', role: applicationRole })
  try {
    for (const statement of [
      'update credit_ledger set amount = 1',
      'delete from credit_ledger',
      'truncate credit_ledger',
    ]) {
      await expect(database.everywhere().unsafe(statement)).rejects.toThrow('permission denied')
    }
  } finally {
    await database.end()
  }
})
