import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { upkeepEnvironment } from '../../../test/harness/records/upkeep.ts'
import type { TxtAnswer } from '../../outbound/txt-records.ts'
import { findConcerns } from '../../store/organizations/overview.ts'
import { ensureSystemOrganization, insertOrganization } from '../../store/conditions/system-organization.ts'
import { dkimKeys } from './dkim-keys.ts'

const published = { records: ['v=DKIM1; k=rsa; p=MIIB'] }
const gone = { records: [] }

async function aKey() {
  const { sql } = await aDatabase()
  await ensureSystemOrganization(sql)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  await sql`insert into users (organization_id, email, email_key, full_name, role, active)
    values (${organizationId}, 'ann@a.example', 'ann@a.example', 'Ann', 'organization_admin', true)`
  await sql`insert into dkim_keys (organization_id, domain, selector, private_key_sealed, public_key)
    values (${organizationId}, 'a.example', 'quiver', '\\x00', 'MIIB')`
  const asked: string[] = []
  const check = async (answer: TxtAnswer) => {
    await sql`update dkim_keys set next_check_at = now()`
    const lookUpTxt = async (name: string) => {
      asked.push(name)
      return answer
    }
    await dkimKeys.run({ ...upkeepEnvironment(sql), lookUpTxt }, new AbortController().signal)
    const [row] = await sql<{ check_state: string; is_lost: boolean; hours: number }[]>`
      select check_state, lost_since is not null as is_lost,
        round(extract(epoch from next_check_at - now()) / 3600, 2)::float8 as hours from dkim_keys`
    return row
  }
  const concerns = async () =>
    (
      await findConcerns(sql, organizationId, {
        brake: false,
        campaigns: true,
        imports: false,
        domains: true,
        autoresponders: false,
        webhooks: false,
      })
    ).map(({ kind, name }) => [kind, name])
  const mails = async () => (await sql`select subject from system_mails`).map(({ subject }) => subject)
  return { sql, check, concerns, mails, asked }
}

test('a record that is lost needs attention and sends one mail, until it is back', async () => {
  const { check, concerns, mails, asked } = await aKey()
  expect(await check(published)).toEqual({ check_state: 'found', is_lost: false, hours: 24 })
  expect(asked).toEqual(['quiver._domainkey.a.example'])
  expect(await concerns()).toEqual([])
  expect(await check(gone)).toEqual({ check_state: 'missing', is_lost: true, hours: 6 })
  await check({ records: ['v=DKIM1; k=rsa; p=other'] })
  expect(await concerns()).toEqual([['dkim_record_missing', 'a.example']])
  expect(await mails()).toEqual(['The DKIM record of a.example is no longer right'])
  expect(await check(published)).toMatchObject({ check_state: 'found', is_lost: false })
  expect(await concerns()).toEqual([])
})

test('a new key has a day to be published, and name servers that do not answer lose no record', async () => {
  const { sql, check, concerns, mails } = await aKey()
  expect(await check(gone)).toEqual({ check_state: 'missing', is_lost: false, hours: 0.25 })
  expect(await concerns()).toEqual([])
  await sql`update dkim_keys set created_at = now() - interval '25 hours'`
  expect(await concerns()).toEqual([['dkim_record_missing', 'a.example']])
  await check(published)
  expect(await check({ problem: 'timeout' })).toMatchObject({ check_state: 'unknown', is_lost: false })
  expect([await concerns(), await mails()]).toEqual([[], []])
})

test('a record can have any bytes: what is kept of it is short and printable', async () => {
  const { sql, check } = await aKey()
  await check({ records: [`v=DKIM1; k=\u0000\u001b[31m${'x'.repeat(60_000)}; p=MIIB`] })
  const [row] = await sql<{ problem: string }[]>`select problem from dkim_keys`
  expect(row?.problem).toMatch(/says k=\?\?\[31mx{10,40}…, but the key is rsa\./)
})

test('a key that does not sign is not looked for', async () => {
  const { sql, check, asked } = await aKey()
  await sql`update dkim_keys set active = false`
  await check(gone)
  expect(asked).toEqual([])
})

test('a proven domain whose record is missing needs attention before it lapses', async () => {
  const { sql, concerns } = await aKey()
  await sql`insert into sender_domains (organization_id, domain, proven_at, proven_by, seen_at, missing_since)
    select id, 'b.example', now(), 'txt', now(), now() from organizations where id <> 1`
  expect(await concerns()).toEqual([['sender_domain_missing', 'b.example']])
})
