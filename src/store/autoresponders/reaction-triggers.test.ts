import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList, anAutoresponder } from '../../../test/harness/core/records.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { claimReactions } from './reaction-claims.ts'
import { queueReactions } from './reactions.ts'
import {
  isStillOwed,
  queueClickReactions,
  queueOpenReactions,
  queueSentReactions,
} from './reaction-triggers.ts'

async function aStart() {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const people = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    select ${organizationId}, ${listId}, key, status
    from (values ('a', 'active'), ('b', 'active'), ('left', 'unsubscribed')) given (key, status)
    returning id`
  const [campaign] = await sql<{ id: number }[]>`
    insert into campaigns (organization_id, mailing_list_id, name) values (${organizationId}, ${listId}, 'C')
    returning id`
  const [a = 0, b = 0, left = 0] = people.map(({ id }) => id)
  const campaignId = campaign?.id ?? 0
  const make = (name: string, attributes: object) =>
    anAutoresponder(sql, organizationId, listId, { name, ...attributes })
  /** Returns the queued reactions and deletes them. */
  const owed = async () => {
    const rows = await sql<{ text: string }[]>`
      with taken as (delete from autoresponder_reactions returning *)
      select a.name || ': ' || s.key as text from taken r
      join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id join subscribers s on s.organization_id = r.organization_id and s.id = r.subscriber_id
      order by 1`
    return rows.map(({ text }) => text)
  }
  return { sql, organizationId, listId, campaignId, a, b, left, make, owed }
}

test('an open sets off those who listen to it, once for each subscriber and source', async () => {
  const { sql, organizationId, campaignId, a, b, left, make, owed } = await aStart()
  const other = await make('Other', { trigger: 'subscription' })
  await make('Campaign', { trigger: 'campaign_open', trigger_campaign_to_open_id: campaignId, paused: true })
  await make('Answer', { trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: other })
  await make('Not opened', { trigger: 'autoresponder_nonopen', trigger_autoresponder_to_open_id: other })
  await make('Clicked', { trigger: 'campaign_click', trigger_campaign_to_click_id: campaignId })
  for (const id of [a, left, 0, a]) await queueOpenReactions(sql, organizationId, { campaignId }, [id])
  expect(await owed()).toEqual(['Campaign: a'])
  await queueOpenReactions(sql, organizationId, { campaignId }, [a])
  await queueOpenReactions(sql, organizationId, { campaignId }, [b])
  expect(await owed()).toEqual(['Campaign: b'])
  await queueOpenReactions(sql, organizationId, { autoresponderId: other }, [a])
  expect(await owed()).toEqual(['Answer: a'])
  // An autoresponder with the id of the campaign is another source.
  await queueOpenReactions(sql, organizationId, { autoresponderId: campaignId + other }, [b])
  expect(await owed()).toEqual([])
})

test('a click sets off those who listen to any url, and those who listen to its url, once each', async () => {
  const { sql, organizationId, campaignId, a, make, owed } = await aStart()
  const shared = { trigger: 'campaign_click', trigger_campaign_to_click_id: campaignId }
  const urls = (...list: string[]) => ({
    trigger_click_on_any_url: false,
    trigger_click_urls: sql.json(list),
  })
  await make('Any', shared)
  await make('One or two', { ...shared, ...urls('https://e.com/1', 'https://e.com/2') })
  await make('Three', { ...shared, ...urls('https://e.com/3') })
  const click = (url: string) =>
    queueClickReactions(sql, organizationId, { campaignId }, { subscriberIds: [a], url })
  await click('https://e.com/none')
  expect(await owed()).toEqual(['Any: a'])
  await click('https://e.com/1')
  expect(await owed()).toEqual(['One or two: a'])
  await click('https://e.com/2')
  expect(await owed()).toEqual([])
  await click('https://e.com/3')
  expect(await owed()).toEqual(['Three: a'])
})

test('a message that was sent sets off what follows it, for each message', async () => {
  const { sql, organizationId, a, b, left, make, owed } = await aStart()
  const first = await make('First', {})
  await make('Next', { trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: first })
  await make('Not opened', { trigger: 'autoresponder_nonopen', trigger_autoresponder_to_open_id: first })
  await make('Not clicked', { trigger: 'autoresponder_nonclick', trigger_autoresponder_to_click_id: first })
  await make('Opened', { trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: first })
  await queueSentReactions(sql, organizationId, first, [a, b, left])
  const each = ['Next: a', 'Next: b', 'Not clicked: a', 'Not clicked: b', 'Not opened: a', 'Not opened: b']
  expect(await owed()).toEqual(each)
  await queueSentReactions(sql, organizationId, first, [a])
  expect(await owed()).toEqual(each.filter((text) => text.endsWith('a')))
})

test('whoever opened or clicked meanwhile is owed nothing for not doing so', async () => {
  const { sql, organizationId, a, b, make } = await aStart()
  const first = await make('First', {})
  const nonopen = await make('O', {
    trigger: 'autoresponder_nonopen',
    trigger_autoresponder_to_open_id: first,
  })
  const nonclick = { trigger: 'autoresponder_nonclick', trigger_autoresponder_to_click_id: first }
  const anyUrl = await make('C', nonclick)
  const oneUrl = await make('U', {
    ...nonclick,
    trigger_click_on_any_url: false,
    trigger_click_urls: sql.json(['https://e.com/1']),
  })
  const owed = async (autoresponderId: number) => {
    const rows = await sql<{ id: number }[]>`
      select s.id from autoresponders a join subscribers s on s.mailing_list_id = a.mailing_list_id
      where a.id = ${autoresponderId} and s.status = 'active' and ${isStillOwed(sql, organizationId)} order by s.id`
    return rows.map(({ id }) => id)
  }
  expect([await owed(nonopen), await owed(anyUrl), await owed(oneUrl)]).toEqual([
    [a, b],
    [a, b],
    [a, b],
  ])
  await sql`
    insert into message_responses (organization_id, autoresponder_id, subscriber_id, opens)
    values (${organizationId}, ${first}, ${a}, 1)`
  expect([await owed(nonopen), await owed(anyUrl), await owed(oneUrl)]).toEqual([[b], [a, b], [a, b]])
  const click = (url: string) => sql`
    with link as (
      insert into tracked_links (organization_id, autoresponder_id, url)
      values (${organizationId}, ${first}, ${url}) returning id)
    insert into link_clicks (organization_id, link_id, subscriber_id) select ${organizationId}, id, ${b} from link`
  await click('https://e.com/other')
  expect([await owed(anyUrl), await owed(oneUrl)]).toEqual([[a], [a, b]])
  await click('https://e.com/1')
  expect([await owed(anyUrl), await owed(oneUrl)]).toEqual([[a], [a]])
})

test('a call for a message of those who did not open reaches also whoever opened', async () => {
  const { sql, organizationId, listId, a, make } = await aStart()
  const first = await make('First', {})
  const id = await make('O', { trigger: 'autoresponder_nonopen', trigger_autoresponder_to_open_id: first })
  await sql`
    insert into message_responses (organization_id, autoresponder_id, subscriber_id, opens)
    values (${organizationId}, ${first}, ${a}, 1)`
  const rest = { time_zone: 'UTC', special_sending_rule_id: null, content_format: 'text' } as const
  const place = { organization_id: organizationId, id, mailing_list_id: listId, ...rest }
  const claimed = async (called: boolean) => {
    await queueReactions(sql, organizationId, listId, { autoresponderIds: [id], keys: ['a'], called })
    const { messages } = await sql.begin((sql) => claimReactions(sql, place, 10))
    return messages.map(({ subscriber_id: subscriberId }) => subscriberId)
  }
  expect(await claimed(false)).toEqual([])
  expect(await claimed(true)).toEqual([a])
})
