import { expect, test } from 'vitest'
import { aCampaignList, complete, dispatch, message } from '../../harness/sending/campaign-api.ts'

const winner = {
  autowinner_enabled: true,
  autowinner_percentage: '20',
  autowinner_delay_amount: 2,
  autowinner_delay_unit: 'hours',
  autowinner_metric: 'opens_unique',
}
const two = [message, { ...message, subject: 'Other' }]
const withWinner = (attributes: object, contents: object[] = two) => ({
  ...complete,
  contents,
  dispatch_attributes: { ...dispatch, ...winner, ...attributes },
})

test('a campaign with an automatic winner is scheduled once its rule is complete', async () => {
  const { create } = await aCampaignList()
  expect((await create(withWinner({}))).body.data).toMatchObject({
    dispatch: { state: 'scheduled', autowinner_percentage: '20.0' },
  })
})

test.each([
  [{ autowinner_percentage: null }, 'dispatch_attributes.autowinner_percentage cannot be blank'],
  [
    { autowinner_delay_amount: null, autowinner_delay_unit: null },
    'dispatch_attributes.autowinner_delay_amount cannot be blank, ' +
      'dispatch_attributes.autowinner_delay_unit cannot be blank',
  ],
  [{ autowinner_metric: null }, 'dispatch_attributes.autowinner_metric cannot be blank'],
  [
    { autowinner_percentage: 0 },
    'dispatch_attributes.autowinner_percentage must be more than 0 and less than 100',
  ],
  [
    { autowinner_percentage: 100 },
    'dispatch_attributes.autowinner_percentage must be more than 0 and less than 100',
  ],
])('%o is rejected when the campaign would be sent', async (attributes, error_message) => {
  const { create, update } = await aCampaignList()
  const refused = { status: 422, body: { error_code: 'validation_failed', error_message } }
  expect(await create(withWinner(attributes))).toMatchObject(refused)
  const idle = await create(withWinner({ ...attributes, state: 'idle' }))
  expect(idle).toMatchObject({ status: 200, body: { data: { dispatch: { state: 'idle' } } } })
  const scheduled = { dispatch_attributes: { state: 'scheduled' } }
  expect(await update(idle.body.data.id, scheduled)).toMatchObject(refused)
})

test('rejects an automatic winner of one content, and chooses none if only the list asks for it', async () => {
  const { create } = await aCampaignList({ d_autowinner_enabled: true })
  expect((await create(withWinner({}, [message]))).body.error_message).toBe(
    'dispatch_attributes.autowinner_enabled needs two contents at least',
  )
  expect((await create(complete)).body.data.dispatch?.state).toBe('scheduled')
  expect((await create({ ...complete, contents: two })).body.error_message).toContain(
    'dispatch_attributes.autowinner_percentage cannot be blank',
  )
})

test('shows how far the choice is: testing, waiting, or which content won by which measure', async () => {
  const { create, show, sql } = await aCampaignList()
  const { id, campaign_contents: contents } = (await create(withWinner({}))).body.data
  const selection = async () => (await show(id))['automatic_winner_selection']
  expect(await selection()).toBeNull()
  await sql`update campaigns set state = 'sending', started_at = now(), pass = 'test' where id = ${id}`
  expect(await selection()).toEqual({ state: 'split_testing', winning_content: null, snapshots: [] })
  await sql`update campaigns set decide_at = now() where id = ${id}`
  expect(await selection()).toMatchObject({ state: 'decision_delay' })
  const [a, b] = contents
  await sql`update campaigns set pass = 'rest', winning_content_id = ${b?.id ?? 0} where id = ${id}`
  for (const [content, won] of [
    [b, true],
    [a, false],
  ] as const) {
    await sql`
      insert into winner_snapshots (organization_id, campaign_id, content_id, counts, is_winner, taken_at)
      select organization_id, id, ${content?.id ?? 0}, '{"sent_text": 4, "opens_unique": 1}', ${won}, '2026-01-02T03:04:05Z'
      from campaigns where id = ${id}`
  }
  expect(await selection()).toMatchObject({
    state: 'finished',
    winning_content: { id: b?.id, name: 'Content B' },
    snapshots: [
      {
        content: { id: a?.id, name: 'Content A', is_winner: false },
        snapshot: {
          stat_id: id,
          taken_at: '2026-01-02T03:04:05Z',
          counts: { messages_sent: 4, open_rate: 0.25 },
        },
      },
      { content: { id: b?.id, name: 'Content B', is_winner: true } },
    ],
  })
})

test('tells what each version brought with its interval, which won, when and why', async () => {
  const { create, show, sql } = await aCampaignList()
  const { id, campaign_contents: contents } = (await create(withWinner({}))).body.data
  const results = async () => (await show(id))['version_results']
  expect(await results()).toBeNull()
  await sql`update campaigns set state = 'sending', started_at = now(), pass = 'test',
    decide_at = '2026-01-02T05:00:00Z' where id = ${id}`
  expect(await results()).toMatchObject({
    metric: 'opens_unique',
    decides_at: '2026-01-02T05:00:00Z',
    best_content_id: null,
    chosen: null,
    versions: [{ sent: 0, opened: { count: 0, base: 0, low: null, high: null } }, { sent: 0 }],
  })
  const [a, b] = contents
  const choose = async (opens: [number, number]) => {
    await sql`delete from winner_snapshots where campaign_id = ${id}`
    await sql`update campaigns set pass = 'rest', winning_content_id = ${b?.id ?? 0} where id = ${id}`
    for (const [content, opened] of [
      [a, opens[0]],
      [b, opens[1]],
    ] as const) {
      await sql`
        insert into winner_snapshots (organization_id, campaign_id, content_id, counts, is_winner, taken_at)
        select organization_id, id, ${content?.id ?? 0}, ${sql.json({ sent_html: 100, opens_unique: opened, unsubs_unique: 1 })},
          ${content === b}, '2026-01-02T05:00:03Z'
        from campaigns where id = ${id}`
    }
    return results()
  }
  const chosen = { content_id: b?.id, at: '2026-01-02T05:00:03Z', by: 'automatic' }
  expect(await choose([10, 40])).toMatchObject({
    measured_at: '2026-01-02T05:00:03Z',
    decides_at: null,
    best_content_id: b?.id,
    chosen: { ...chosen, reason: 'better' },
    versions: [
      { sent: 100, opened: { count: 10, base: 100 }, unsubscribed: { count: 1, base: 100 } },
      { sent: 100, opened: { count: 40, low: expect.closeTo(0.3094, 3), high: expect.closeTo(0.498, 3) } },
    ],
  })
  expect(await choose([10, 12])).toMatchObject({ best_content_id: null, chosen: { reason: 'higher' } })
  expect(await choose([12, 12])).toMatchObject({ best_content_id: null, chosen: { reason: 'equal' } })
})
