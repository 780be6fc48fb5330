import { expect, test } from 'vitest'
import { sendingRuleRoutes } from '../../../../src/http/resources/special-sending-rules.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

test('rules know the addresses and the messages of people of a remote list', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people as select n, 'p' || n || '@example.' || case when n > 40 then 'org' else 'com' end as email
    from generate_series(1, 50) n`
  const world = await aRemoteWorld(target, { routes: sendingRuleRoutes })
  const rule = async (name: string, attributes: object) =>
    (await world.call<{ id: number }>('POST', 'special_sending_rules', { name, ...attributes })).body.data.id
  const unread = { type: 'activity', activity: 'opened', operator: 'did_not', last_campaigns: 1 }
  const elsewhere = { type: 'subscriber_email_domain', operator: 'is_any_of', values: ['example.org'] }
  const choosy = await rule('Choosy', { clauses: [{ type: 'any', clauses: [unread, elsewhere] }] })
  const seldom = await rule('Seldom', { messages_max: 2, messages_days: 7 })
  world.start()
  const query = 'select email, n as distinct_id from people order by n'
  const sent = async (ruleId: number | null) => {
    const before = world.sink.messages.length
    const id = await world.begin(query, {
      dispatch_attributes: {
        from_email: 'news@example.com',
        begins_at: 'now',
        special_sending_rule_id: ruleId,
      },
    })
    expect(await world.ended(id)).toMatchObject({ state: 'finished', error_message: null })
    return { id, to: world.sink.messages.slice(before).map(({ to }) => to) }
  }
  const first = await sent(null)
  expect(first.to).toHaveLength(50)
  await world.sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, opens, first_opened_at)
    select 1, ${first.id}, id, 1, now() from subscribers where key in ('p1@example.com', 'p2@example.com', 'p45@example.org')`
  const second = await sent(choosy)
  expect(second.to.toSorted()).toEqual(['p1@example.com', 'p2@example.com'])
  expect(await world.statsOf(second.id)).toMatchObject({
    recipients_sent: 2,
    skip_ssr_request: 48,
    skip_ssr_failure: 0,
  })
  const third = await sent(seldom)
  expect(third.to).toHaveLength(48)
  expect(third.to).not.toContain('p1@example.com')
})
