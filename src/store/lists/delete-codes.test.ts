import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { insertDeleteCode, useDeleteCode, type DeleteSubject } from './delete-codes.ts'
import { insertOrganization } from '../conditions/system-organization.ts'

const refusal = 'delete_confirmation_code is wrong or has expired'

async function aCaller() {
  const { sql } = await aDatabase()
  const caller = { organization_id: await insertOrganization(sql, 'A', 'UTC'), api_key_id: 1, user_id: null }
  const subject: DeleteSubject = { type: 'organization', id: 7 }
  return { sql, caller, subject }
}

test('a code is good for one use', async () => {
  const { sql, caller, subject } = await aCaller()
  const { code } = await insertDeleteCode(sql, caller, subject)
  await useDeleteCode(sql, caller, subject, code)
  await expect(useDeleteCode(sql, caller, subject, code)).rejects.toThrow(refusal)
})

test('of many who use a code at the same time one succeeds', async () => {
  const { sql, caller, subject } = await aCaller()
  const { code } = await insertDeleteCode(sql, caller, subject)
  const uses = await Promise.allSettled(
    Array.from({ length: 8 }, () => sql.begin((tx) => useDeleteCode(tx, caller, subject, code))),
  )
  expect(uses.filter((use) => use.status === 'fulfilled')).toHaveLength(1)
})

test('a code outlives a delete that fails', async () => {
  const { sql, caller, subject } = await aCaller()
  const { code } = await insertDeleteCode(sql, caller, subject)
  const failed = sql.begin(async (tx) => {
    await useDeleteCode(tx, caller, subject, code)
    throw new Error('the delete failed')
  })
  await expect(failed).rejects.toThrow('the delete failed')
  await useDeleteCode(sql, caller, subject, code)
})

test('a code is bound to its organization, caller, kind of subject and subject', async () => {
  const { sql, caller, subject } = await aCaller()
  const other = await insertOrganization(sql, 'B', 'UTC')
  const { code } = await insertDeleteCode(sql, caller, subject)
  for (const [who, what] of [
    [{ ...caller, organization_id: other }, subject],
    [{ ...caller, api_key_id: 2 }, subject],
    [caller, { ...subject, id: 8 }],
    [caller, { ...subject, type: 'mailing_list' }],
  ] as const) {
    await expect(useDeleteCode(sql, who, what, code)).rejects.toThrow(refusal)
  }
  await useDeleteCode(sql, caller, subject, code)
})

test('a new code voids the last one of the same caller and subject, and no other', async () => {
  const { sql, caller, subject } = await aCaller()
  const others = { ...caller, api_key_id: 2 }
  const first = await insertDeleteCode(sql, caller, subject)
  const foreign = await insertDeleteCode(sql, others, subject)
  const second = await insertDeleteCode(sql, caller, subject)
  await expect(useDeleteCode(sql, caller, subject, first.code)).rejects.toThrow(refusal)
  await useDeleteCode(sql, others, subject, foreign.code)
  await useDeleteCode(sql, caller, subject, second.code)
})

test('a code ends when it says: two minutes after it was made, by the clock of the database', async () => {
  const { sql, caller, subject } = await aCaller()
  const { code, expiresAtMs } = await sql.begin(async (tx) => {
    const made = await insertDeleteCode(tx, caller, subject)
    const [now] = await tx<{ ms: number }[]>`select (extract(epoch from now()) * 1000)::float8 as ms`
    expect(Math.abs(made.expiresAtMs - (now?.ms ?? 0) - 120_000)).toBeLessThanOrEqual(500)
    return made
  })
  expect(Number(code.split(':')[1]) * 1000).toBe(expiresAtMs)
  await sql`update delete_confirmation_codes set expires_at = now()`
  await expect(useDeleteCode(sql, caller, subject, code)).rejects.toThrow(refusal)
})
