import { expect, test } from 'vitest'
import { until } from '../harness/core/until.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import type { Sql } from '../../src/database/driver/connection.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'

async function provenByAnother(sql: Sql, domain: string): Promise<void> {
  const owner = await insertOrganization(sql, 'Owner', 'UTC')
  await sql`insert into sender_domains (organization_id, domain, proven_at, proven_by, seen_at)
    values (${owner}, ${domain}, now(), 'txt', now())`
}

test('a campaign fails with an error and sends nothing if another organization has proven its domain meanwhile', async () => {
  const world = await aCampaignWorld(10)
  const id = await world.begin({}, { from_email: 'ceo@mail.owned.example' })
  await provenByAnother(world.sql, 'owned.example')
  startSenders(world.api, { smtpUrl: world.sink.url })
  await until(async () => (await world.stateOf(id)).state === 'failed')
  expect(await world.stateOf(id)).toMatchObject({
    error_message:
      'Nothing more was sent: from_email is at mail.owned.example, which is closed to this organization: use a domain of its own.',
  })
  expect(world.sink.messages).toEqual([])
})

test('a domain that comes from a code is checked for each message', async () => {
  const world = await aCampaignWorld(3)
  await provenByAnother(world.sql, 'owned.example')
  await world.sql`
    update subscribers set key = 'eve@owned.example' where key = 'person2@example.com'`
  const id = await world.begin()
  await world.sql`update campaigns set from_email = '%%subscribers_email_address%%' where id = ${id}`
  startSenders(world.api, { smtpUrl: world.sink.url })
  await world.finished(id)
  expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual([
    'person1@example.com',
    'person3@example.com',
  ])
  const [skipped] = await world.sql`select diagnostic from deliveries where state = 'skipped'`
  expect(skipped?.['diagnostic']).toContain('which is closed to this organization')
})
