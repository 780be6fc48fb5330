import { byPerson } from '../../harness/returned/programs.ts'
import { expect, test } from 'vitest'
import { keepCampaignPeople } from '../../../src/store/segments/campaign-people.ts'
import { foldSome } from '../../../src/store/conditions/folded-deliveries.ts'
import { recordSendBounces } from '../../../src/store/responses/bounces.ts'
import { recordOpens } from '../../../src/store/responses/visits.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { send } from '../../harness/sending/readers.ts'
import { anAutoresponder } from '../../harness/core/records.ts'

import { aReadCampaign, type Person } from '../../harness/sending/read-campaign.ts'

test('each number opens its people, by version, by link and by kind of bounce', async () => {
  const { ask, people, contentId, otherId, linkId, otherLink, api, campaignId } = await aReadCampaign()
  const expected: Record<string, string> = {
    'kind=sent': 'abcdefghj',
    'kind=accepted': 'abcdgj',
    'kind=waiting': 'h',
    'kind=skipped': 'i',
    'kind=opened': 'abgj',
    'kind=clicked': 'abg',
    'kind=bounced': 'ef',
    'kind=complained': 'd',
    'kind=unsubscribed': 'c',
    'kind=bounced&severity=hard': 'e',
    'kind=bounced&severity=soft': 'f',
    'kind=bounced&severity=other': '',
    [`kind=sent&content_id=${contentId}`]: 'abcdef',
    [`kind=opened&content_id=${contentId}`]: 'ab',
    [`kind=opened&content_id=${otherId}`]: 'gj',
    [`kind=clicked&link_id=${linkId}`]: 'ab',
    [`kind=clicked&link_id=${otherLink}`]: 'g',
  }
  const found: Record<string, string> = {}
  for (const query of Object.keys(expected)) found[query] = await people(query)
  expect(found).toEqual(expected)

  const { stat_summary: stats } = (
    await api.call<{ stat_summary: Record<string, number> }>('GET', `campaigns/${campaignId}`)
  ).body.data
  for (const [kind, counter] of Object.entries({
    opened: 'opens_unique',
    clicked: 'clicks_unique',
    bounced: 'bounces_unique',
    complained: 'scomps_unique',
    unsubscribed: 'unsubs_unique',
  })) {
    expect([kind, (await ask(`kind=${kind}`)).num_records]).toEqual([kind, stats[counter]])
  }
})

test('a person has when, how often, which version and why', async () => {
  const { ask, contentId, otherId, idOf } = await aReadCampaign()
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown
  const common = { status: 'active', severity: null, reason: null }
  expect((await ask('kind=clicked')).data).toEqual([
    {
      ...common,
      subscriber_id: idOf('a'),
      email: 'a@one.example',
      content_id: contentId,
      at: time,
      times: 2,
    },
    {
      ...common,
      subscriber_id: idOf('b'),
      email: 'b@one.example',
      content_id: contentId,
      at: time,
      times: 1,
    },
    { ...common, subscriber_id: idOf('g'), email: 'g@one.example', content_id: otherId, at: time, times: 1 },
  ])
  expect((await ask('kind=bounced')).data).toMatchObject([
    { email: 'e@one.example', status: 'bounced', severity: 'hard', reason: 'no such user', at: time },
    { email: 'f@one.example', status: 'active', severity: 'soft', reason: 'mailbox full', at: time },
  ])
  expect((await ask('kind=unsubscribed')).data).toMatchObject([{ status: 'unsubscribed', at: time }])
  expect((await ask('kind=skipped')).data).toMatchObject([
    { reason: 'the special sending rule “Quiet” leaves them out' },
  ])
})

test('what was counted before times and kinds of bounces were recorded has none, also after a second bounce', async () => {
  const { ask, sql, database, organizationId, campaignId, contentId, idOf } = await aReadCampaign()
  await sql`update message_responses set first_bounced_at = null, bounce_severity = null`
  await database.within(organizationId).begin((sql) =>
    recordSendBounces(
      sql,
      organizationId,
      { campaignId },
      {
        bounces: [{ subscriberId: idOf('e'), contentId, status: '5.2.2', diagnostic: 'mailbox full' }],
        messages: [],
      },
    ),
  )
  expect((await ask('kind=bounced')).data).toMatchObject([
    { times: 2, at: null, severity: null },
    { times: 1, at: null, severity: null },
  ])
})

test('pages follow each other by id, also where old messages are kept as bits; a deleted person has no address', async () => {
  const { ask, letters, people, sql, organizationId, campaignId, idOf, contentId } = await aReadCampaign()
  await sql`delete from subscribers where id = ${idOf('b')}`
  await sql`update deliveries set sent_at = now() - interval '500 days' where subscriber_id <> ${idOf('j')}`
  await sql`
    update campaigns set state = 'finished', finished_at = now() - interval '499 days',
      started_at = now() - interval '500 days' where id = ${campaignId}`
  await keepCampaignPeople(sql, organizationId, campaignId)
  while ((await sql.begin((sql) => foldSome(sql, { days: 400, limit: 2 }))) !== null);
  expect((await sql`select from deliveries where state = 'accepted'`).count).toBe(1)
  const pages: string[] = []
  let token = ''
  do {
    const { data, next_page_token: next } = (await ask(`kind=sent&per_page=2${token}`)) as {
      data: Person[]
      next_page_token: string | null
    }
    pages.push(letters(data))
    token = next === null ? '' : `&page_token=${next}`
  } while (token !== '')
  expect(pages).toEqual(['a-', 'cd', 'ef', 'gh', 'j'])
  expect(await people(`kind=sent&content_id=${contentId}`)).toBe('a-cdef')
  expect((await ask('kind=opened')).data).toMatchObject([{ content_id: contentId }, {}, {}, {}])
})

test('a link or a version of another campaign is not found, and what does not belong together is refused', async () => {
  const { ask, api, linkId, contentId } = await aReadCampaign()
  const other = await send(api, api.a, ['z@one.example'])
  const foreign = await send(api, api.b, ['y@one.example'])
  for (const { linkId: link, contentId: content } of [other, foreign]) {
    expect(await ask(`kind=clicked&link_id=${link}`)).toMatchObject({ error_code: 'not_found' })
    expect(await ask(`kind=sent&content_id=${content}`)).toMatchObject({ error_code: 'not_found' })
  }
  for (const query of [
    '',
    'kind=read',
    'kind=sent&severity=hard',
    `kind=opened&link_id=${linkId}`,
    `kind=clicked&link_id=${linkId}&content_id=${contentId}`,
  ])
    // oxfmt-ignore
    expect([query, await ask(query)]).toMatchObject([query, { error_code: 'invalid_request' }])
})

test('whoever may read subscribers but no statistics, or the other way round, gets no list', async () => {
  const { ask, api } = await aReadCampaign()
  for (const permissions of [{ subscriber: ['read' as const] }, { campaign: ['read_stats' as const] }]) {
    const user = await aSession(api, api.a.organizationId, { permissions })
    expect(await ask('kind=sent', user)).toMatchObject({ success: false, error_code: 'not_authorized' })
  }
  const user = await aSession(api, api.a.organizationId, {
    permissions: { subscriber: ['read'], campaign: ['read_stats'] },
  })
  expect(await ask('kind=sent', user)).toMatchObject({ success: true, num_records: 9 })
})

test('an autoresponder’s people are listed once, however many of its messages they got', async () => {
  const { api, sql, database, organizationId, listId, subscriberIds } = await aReadCampaign()
  const id = await anAutoresponder(sql, organizationId, listId)
  const [first = 0, second = 0] = subscriberIds
  for (const [subscriberId, occasion] of [
    [first, 1],
    [first, 2],
    [second, 3],
  ] as const)
    // oxfmt-ignore
    await sql`
      insert into deliveries (organization_id, autoresponder_id, subscriber_id, occasion, state)
      values (${organizationId}, ${id}, ${subscriberId}, ${occasion}, 'accepted')`
  await database
    .within(organizationId)
    .begin((sql) =>
      recordOpens(sql, organizationId, { listId, source: { autoresponderId: id } }, [
        { subscriberId: second, ip: null, seen: byPerson },
      ]),
    )
  const ask = async (kind: string) =>
    (
      await api.call<Person[]>('GET', `mailing_lists/${listId}/autoresponders/${id}/people?kind=${kind}`)
    ).body.data.map(({ email }) => email)
  expect(await ask('sent')).toEqual(['a@one.example', 'b@one.example'])
  expect(await ask('opened')).toEqual(['b@one.example'])
  expect(await ask('clicked')).toEqual([])
})
