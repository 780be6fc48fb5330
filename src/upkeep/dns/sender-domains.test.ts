import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { upkeepEnvironment } from '../../../test/harness/records/upkeep.ts'
import type { TxtAnswer } from '../../outbound/txt-records.ts'
import { ensureSystemOrganization, insertOrganization } from '../../store/conditions/system-organization.ts'
import { senderDomains } from './sender-domains.ts'

async function aProvenDomain() {
  const { sql } = await aDatabase()
  await ensureSystemOrganization(sql)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  await sql`insert into users (organization_id, email, email_key, full_name, role, active)
    values (${organizationId}, 'ann@a.example', 'ann@a.example', 'Ann', 'organization_admin', true)`
  await sql`insert into sender_domains (organization_id, domain, proven_at, proven_by, seen_at)
    values (${organizationId}, 'a.example', now() - interval '9 days', 'txt', now() - interval '1 day')`
  const check = async (answer: TxtAnswer) => {
    await sql`update sender_domains set next_check_at = now()`
    const env = { ...upkeepEnvironment(sql), lookUpTxt: async () => answer }
    await senderDomains.run(env, new AbortController().signal)
    const [row] = await sql<
      { token: string; is_proven: boolean; missing_since: Date | null; lapsed_at: Date | null }[]
    >`select token, proven_at is not null as is_proven, missing_since, lapsed_at from sender_domains`
    if (row === undefined) throw new Error('the domain is gone')
    return row
  }
  const subjects = async () =>
    (await sql`select subject from system_mails order by id`).map(({ subject }) => subject)
  return { sql, check, subjects }
}

test('a proof whose record stays away for seven days lapses, with a notice at both ends', async () => {
  const { sql, check, subjects } = await aProvenDomain()
  expect(await check({ records: [] })).toMatchObject({ is_proven: true, missing_since: expect.any(Date) })
  await check({ records: [] })
  expect(await subjects()).toEqual(['The DNS record of a.example is missing'])
  await sql`update sender_domains set missing_since = now() - interval '6 days 23 hours'`
  expect(await check({ records: [] })).toMatchObject({ is_proven: true })
  await sql`update sender_domains set missing_since = now() - interval '7 days'`
  const { token, ...lapsed } = await check({ records: [] })
  expect(lapsed).toEqual({ is_proven: false, missing_since: null, lapsed_at: expect.any(Date) })
  expect(await subjects()).toEqual([
    'The DNS record of a.example is missing',
    'The sender domain a.example is no longer proven',
  ])
  // Its return proves the domain again.
  expect(await check({ records: [`quiver-verification=${token}`] })).toMatchObject({ is_proven: true })
  const kinds = await sql`select kind from audit_events order by id`
  expect(kinds.map(({ kind }) => kind)).toEqual(['sender_domain.lapsed', 'sender_domain.proven'])
})

test('name servers that do not answer take no proof away before a month', async () => {
  const { sql, check } = await aProvenDomain()
  const silence = { problem: 'timeout' }
  expect(await check(silence)).toMatchObject({ is_proven: true, missing_since: null })
  await sql`update sender_domains set seen_at = now() - interval '30 days'`
  expect(await check(silence)).toMatchObject({ is_proven: false })
})
