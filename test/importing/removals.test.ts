import { expect, test } from 'vitest'
import { aRemovingImport } from '../harness/importing/removals.ts'
import { workUntilEnded } from '../harness/importing/stories.ts'
import { aField } from '../harness/core/records.ts'

test('an import that removes subscribers removes them from all lists and suppresses their addresses', async () => {
  const { sql, settings, expectRemoved } = await aRemovingImport(600)
  await workUntilEnded(settings, sql)
  await expectRemoved()
})

test('without the feature, or without rules, a removal counts for its list only', async () => {
  for (const isFeatureOn of [false, true]) {
    const { sql, settings, second, organizationId } = await aRemovingImport(50)
    if (isFeatureOn)
      await sql`
        update organizations set distribute_removals = false, unsub_suppression_list_id = null,
          bounce_suppression_list_id = null, scomp_suppression_list_id = null where id = ${organizationId}`
    await workUntilEnded({ ...settings, autoSubscriberManagement: isFeatureOn }, sql)
    const others =
      await sql`select 1 from subscribers where mailing_list_id = ${second} and status <> 'active'`
    const suppressed = await sql`select 1 from suppressed_addresses`
    expect([others.length, suppressed.length]).toEqual([0, 0])
  }
})

test('a removal covers subscribers with a custom primary key, and not those of other organizations', async () => {
  const { sql, settings, organizationId, second } = await aRemovingImport(20)
  const field = await aField(sql, organizationId, second, { name: 'Number', required: true })
  await sql`update subscribers set email = coalesce(email, key), key = id::text where mailing_list_id = ${second}`
  await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${second}`
  await sql`insert into organizations (id, name, time_zone) values (77, 'B', 'UTC')`
  const [foreign] = await sql<{ id: number }[]>`
    insert into mailing_lists (organization_id, name) values (77, 'Foreign') returning id`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select 77, ${foreign?.id ?? 0}, lower(email) from subscribers where mailing_list_id = ${second}`
  await workUntilEnded(settings, sql)
  const left = await sql<{ status: string; count: number }[]>`
    select status, count(*) from subscribers where mailing_list_id = ${second} group by status order by status`
  expect(left).toEqual([
    { status: 'active', count: 8 },
    { status: 'bounced', count: 4 },
    { status: 'scomp', count: 4 },
    { status: 'unsubscribed', count: 4 },
  ])
  expect(await sql`select 1 from subscribers where organization_id = 77 and status <> 'active'`).toHaveLength(
    0,
  )
})
