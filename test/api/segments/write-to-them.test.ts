import { expect, test } from 'vitest'
import { clausesFor } from '../../../console/campaigns/report/people/clauses.ts'
import { draftOf } from '../../../console/segments/from-clauses.ts'
import { clausesOf } from '../../../console/segments/to-clauses.ts'
import { peopleKinds, type PeopleKind } from '../../../src/contract/campaigns/results/kinds.ts'
import type { Clause } from '../../../src/contract/segments/clauses.ts'
import { keepCampaignPeople } from '../../../src/store/segments/campaign-people.ts'
import { foldSome } from '../../../src/store/conditions/folded-deliveries.ts'
import { aReadCampaign, foldable } from '../../harness/sending/read-campaign.ts'
import { anAutoresponder } from '../../harness/core/records.ts'

/** As the console shows it again, and saves it. */
const builtAgain = (clauses: readonly Clause[]) =>
  clausesOf(draftOf(clauses), { name: (_, id) => `#${id}`, fields: [] })

async function aReport() {
  const read = await aReadCampaign()
  const { api, sql, listId, idOf } = read
  await sql`update message_responses set machine_opens = 2 where subscriber_id in (${idOf('b')}, ${idOf('d')})`
  await sql`update message_responses set machine_clicks = 1 where subscriber_id = ${idOf('b')}`
  // Segments select active people, and a report also shows those who have left since.
  await sql`update subscribers set status = 'active'`
  const selected = async (clauses: readonly Clause[] | null) => {
    const path = `mailing_lists/${listId}/segments/preview`
    const { body } = await api.call<{ sample: { email: string }[] }>('POST', path, { segment: { clauses } })
    return body.data.sample.map(({ email }) => email[0]).join('')
  }
  return { ...read, selected }
}

test('the segment of “Write to them” selects the people behind each number, of every version, link and kind of bounce', async () => {
  const { people, selected, listId, campaignId, contentId, otherId, linkId, otherLink, sql } = await aReport()
  const [link] = await sql<{ url: string }[]>`select url from tracked_links where id = ${linkId}`
  const url = link?.url
  type Case = [query: Parameters<typeof clausesFor>[1], asked?: Parameters<typeof clausesFor>[2]]
  const ofKind = (kind: PeopleKind): Case[] => [
    [{ kind }],
    [{ kind, content_id: contentId }, { version: 1 }],
    [{ kind, content_id: otherId }, { version: 2 }],
  ]
  const cases: Case[] = [
    ...peopleKinds.flatMap(ofKind),
    ...(['hard', 'soft', 'other'] as const).map((severity): Case => [{ kind: 'bounced', severity }]),
    [
      { kind: 'clicked', link_id: linkId },
      { url, version: 1 },
    ],
    [
      { kind: 'clicked', link_id: otherLink },
      { url, version: 2 },
    ],
  ]
  const [shown, written]: Record<string, string>[] = [{}, {}]
  for (const [query, asked] of cases) {
    const name = new URLSearchParams(JSON.parse(JSON.stringify(query)) as Record<string, string>).toString()
    const clauses = clausesFor({ listId, campaignId }, query, asked) ?? []
    Object.assign(shown ?? {}, { [name]: await people(name) })
    Object.assign(written ?? {}, { [name]: await selected(clauses) })
    expect(builtAgain(clauses)).toMatchObject(clauses)
  }
  expect(written).toEqual(shown)
  expect(shown).toMatchObject({
    'kind=not_opened': 'cd',
    'kind=opened_by_machine': 'bd',
    'kind=clicked_by_machine': 'b',
    [`kind=opened&content_id=${otherId}`]: 'gj',
    [`kind=clicked&link_id=${otherLink}`]: 'g',
  })
  expect(clausesFor({ listId, campaignId }, { kind: 'clicked', link_id: linkId })).toBe(null)
})

test('they are the same people when old messages are kept as bits', async () => {
  const { people, selected, listId, campaignId, contentId, otherId, sql, organizationId } = await aReport()
  await foldable(sql, campaignId)
  await keepCampaignPeople(sql, organizationId, campaignId)
  while ((await sql.begin((sql) => foldSome(sql, { days: 400, limit: 100 }))) !== null);
  expect((await sql`select from deliveries where state = 'accepted'`).count).toBe(0)
  const found: string[] = []
  for (const kind of ['sent', 'accepted', 'not_opened', 'opened'] as const) {
    for (const [version, id] of [contentId, otherId].entries()) {
      const shown = await people(`kind=${kind}&content_id=${id}`)
      found.push(shown)
      const clauses = clausesFor({ listId, campaignId }, { kind }, { version: version + 1 })
      expect([kind, version, await selected(clauses)]).toEqual([kind, version, shown])
    }
  }
  expect(found).toEqual(['abcdef', 'ghj', 'abcd', 'gj', 'cd', '', 'ab', 'gj'])
})

test('an autoresponder’s numbers make segments, too', async () => {
  const { selected, listId, sql, idOf, organizationId } = await aReport()
  const autoresponderId = await anAutoresponder(sql, organizationId, listId)
  const own = { organization_id: organizationId, autoresponder_id: autoresponderId }
  const states = [
    ['a', 'accepted'],
    ['b', 'skipped'],
    ['c', 'accepted'],
  ] as const
  for (const [letter, state] of states)
    await sql`insert into deliveries ${sql({ ...own, subscriber_id: idOf(letter), state })}`
  await sql`insert into message_responses ${sql({ ...own, subscriber_id: idOf('c'), unsubs: 1, opens: 1, first_opened_at: new Date() })}`
  const of = { listId, autoresponderId }
  const found: Record<string, string> = {}
  for (const kind of ['sent', 'skipped', 'opened', 'not_opened', 'unsubscribed', 'clicked'] as const) {
    const clauses = clausesFor(of, { kind }) ?? []
    expect(builtAgain(clauses)).toMatchObject(clauses)
    found[kind] = await selected(clauses)
  }
  expect(found).toEqual({
    sent: 'ac',
    skipped: 'b',
    opened: 'c',
    not_opened: 'a',
    unsubscribed: 'c',
    clicked: '',
  })
})

test('what no clause can mean is refused in words', async () => {
  const { api, listId, campaignId } = await aReport()
  const say = async (clause: object) => {
    const activity = { type: 'activity', activity: 'was_sent', operator: 'did', ...clause }
    const segment = { name: 'Segment', clauses: [activity] }
    const { body } = await api.call('POST', `mailing_lists/${listId}/segments`, { segment })
    return body.error_message
  }
  const campaign = { id: campaignId }
  const said = {
    unknown: await say({ campaign, version: 3 }),
    ofNothing: await say({ version: 1 }),
    noBounce: await say({ severity: 'hard' }),
    program: await say({ activity: 'opened_by_machine' }),
    both: await say({ campaign, autoresponder: { id: 1 } }),
    gone: await say({ autoresponder: { id: 999 } }),
  }
  expect(said).toEqual({
    unknown: 'clauses name version 3 of the campaign “Campaign”, which has fewer',
    ofNothing: expect.stringContaining('version needs the campaign that it is a version of') as unknown,
    noBounce: expect.stringContaining('severity is possible with the activity bounced only') as unknown,
    program: expect.stringContaining('opened_by_machine needs a campaign or an autoresponder') as unknown,
    both: expect.stringContaining('autoresponder is not possible beside another one of') as unknown,
    gone: 'clauses name an autoresponder that does not exist on the mailing list of the segment',
  })
})
