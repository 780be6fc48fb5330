import { expect, test } from 'vitest'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { createTrackingTokens } from '../../../src/links/token.ts'
import { anEar, aSentCampaign, send, stateOf } from '../../harness/sending/readers.ts'
import { countsOf } from '../../harness/records/subscribers.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

const suppression = { table: 'suppressed_addresses', times: ['created_at'] }

type Started = Awaited<ReturnType<typeof aSentCampaign>>

/** Ann has unsubscribed by her link. */
async function aLeaver(prepare?: (started: Started) => Promise<unknown>) {
  const started = await aSentCampaign()
  await prepare?.(started)
  const url = started.path('unsubscribe')
  expect((await started.visit('POST', url)).body).toContain('You are unsubscribed<')
  const statuses = async () =>
    (await started.sql`select status from subscribers order by id`).map(({ status }) => status)
  const comeBack = () => started.visit('POST', `${url}/again`)
  return { ...started, url, statuses, comeBack }
}

test('whoever unsubscribed is told so, and comes back by a POST: with time, address, event and counts', async () => {
  const { api, sql, organizationId, visit, url, comeBack, statuses, listId, campaignId, subscriberIds } =
    await aLeaver()
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'ear', 'https://ear.example', '', '{studio_subscriber_updated}')`
  const asked = (await visit('GET', url)).body
  expect(asked).toContain('You are unsubscribed already')
  expect(asked).toContain(`<form method="post" action="${url.slice(3)}/again">`)
  const [before] = await sql`select now() as time`
  const reply = await comeBack()
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('You are subscribed again')
  expect(reply.body).toContain(`action="../${url.slice(3)}"`)
  const [row] = await sql`
    select status, subscribe_ip, subscribe_time >= ${before?.['time']}::timestamptz - interval '1 second' as is_new,
      confirm_time is not null as confirmed, remove_time is not null as left
    from subscribers where id = ${subscriberIds[0] ?? 0}`
  expect(row).toEqual({
    status: 'active',
    subscribe_ip: '127.0.0.1',
    is_new: true,
    confirmed: true,
    left: true,
  })
  expect(await statuses()).toEqual(['active', 'active'])
  expect(await countsOf(api, listId)).toMatchObject({ active: 2, unsubscribed: 0 })
  const events =
    await sql`select payload from webhook_events where payload->>'event_type' = 'studio_subscriber_updated'`
  expect(events.map(({ payload }) => [payload.json_before.status, payload.json_after.status])).toEqual([
    ['unsubscribed', 'active'],
  ])
  const audit = await sql`
    select kind, api_key_id, user_id, subject_id, details from audit_events where kind like 'subscriber.%'`
  expect([...audit]).toEqual([
    {
      kind: 'subscriber.reactivated',
      api_key_id: null,
      user_id: null,
      subject_id: subscriberIds[0],
      details: {
        mailing_list_id: listId,
        from: 'unsubscribed',
        to: 'active',
        by_link: true,
        campaign_id: campaignId,
      },
    },
  ])
})

test('the history names the campaign whose link brought somebody back, and from where', async () => {
  const { api, comeBack, listId, campaignId, subscriberIds } = await aLeaver()
  await comeBack()
  const { body } = await api.call<{ kind: string; ip: string | null; campaign: object | null }[]>(
    'GET',
    `mailing_lists/${listId}/subscribers/${subscriberIds[0]}/events`,
    undefined,
    api.a,
  )
  const told = body.success ? body.data : []
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'joined', ip: '127.0.0.1' }),
      expect.objectContaining({
        kind: 'status_changed',
        campaign: expect.objectContaining({ id: campaignId }),
      }),
    ]),
  )
})

test('a link scanner brings nobody back: GET and HEAD change nothing', async () => {
  const started = await aLeaver()
  const before = await stateOf(started)
  for (const method of ['GET', 'HEAD'] as const) {
    for (const url of [started.url, `${started.url}/again`, `${started.url}/again?again=1`]) {
      expect((await started.visit(method, url)).statusCode).toBe(200)
    }
  }
  expect(await stateOf(started)).toEqual(before)
})

test('used again, the way back changes nothing more, and one click still unsubscribes', async () => {
  const started = await aLeaver()
  await Promise.all(Array.from({ length: 10 }, () => started.comeBack()))
  const before = await stateOf(started)
  expect((await started.comeBack()).body).toContain('You are subscribed again')
  expect(await stateOf(started)).toEqual(before)
  expect(await started.sql`select 1 from audit_events where kind = 'subscriber.reactivated'`).toHaveLength(1)
  await started.visit('POST', started.url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(await started.statuses()).toEqual(['unsubscribed', 'active'])
})

test('a damaged or foreign link, or one of another kind, brings nobody back', async () => {
  const started = await aLeaver()
  const { api, token, path, visit, listId, campaignId, organizationId } = started
  const theirs = await send(api, api.b, ['ann@example.com'])
  const before = await stateOf(started)
  const good = token('unsubscribe')
  const other = createTrackingTokens(openSecrets('another secret, also of thirty-two characters'))
  const forged = other.write({
    kind: 'unsubscribe',
    organizationId,
    listId,
    source: 'campaign',
    sourceId: campaignId,
    subscriberId: started.subscriberIds[0] ?? 0,
  })
  const foreign = {
    listId: theirs.listId,
    sourceId: theirs.campaignId,
    subscriberId: theirs.subscriberIds[0] ?? 0,
  }
  const urls = [
    ...[
      good.slice(0, -1),
      `${good}A`,
      `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}`,
      forged,
      'x',
    ].map((text) => `/u/${text}/again`),
    ...(['open', 'click', 'web_view'] as const).map((kind) => `/u/${token(kind)}/again`),
    `${path('unsubscribe', foreign)}/again`,
    `${path('unsubscribe', { listId: theirs.listId })}/again`,
  ]
  for (const url of urls) expect([url, (await visit('POST', url)).statusCode]).toEqual([url, 404])
  expect(await stateOf(started)).toEqual(before)
})

test.each(['scomp', 'bounced', 'deactivated'])(
  'the link does not bring back who is %s, and does not offer to',
  async (status) => {
    const { sql, visit, url, comeBack, statuses } = await aLeaver()
    await sql`update subscribers set status = ${status} where status = 'unsubscribed'`
    await sql`update subscriber_counts set unsubscribed = 0, ${sql(status)} = 1`
    const { body } = await visit('GET', url)
    expect(body).toContain('You are unsubscribed already')
    expect(body).not.toContain('<form')
    expect((await comeBack()).body).toContain('You are unsubscribed already')
    expect(await statuses()).toEqual([status, 'active'])
  },
)

test('where unsubscriptions suppress, coming back lifts what the own unsubscription suppressed, and only that', async () => {
  const suppressing = async ({ sql, organizationId }: Started) => {
    const [list] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, 'Left') returning id`
    await sql`update organizations set unsub_suppression_list_id = ${list?.id ?? 0} where id = ${organizationId}`
  }
  const { sql, organizationId, comeBack, visit, url, statuses } = await aLeaver(suppressing)
  const keys = async () =>
    (await sql`select key from suppressed_addresses order by key`).map(({ key }) => key)
  expect(await keys()).toEqual(['ann@example.com'])
  await setEarlier(sql, suppression, '1 day')
  expect((await visit('GET', url)).body).not.toContain('<form')
  await comeBack()
  expect(await statuses()).toEqual(['unsubscribed', 'active'])
  await setEarlier(sql, suppression, '-1 day')
  const [other] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Never') returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, ${other?.id ?? 0}, '@example.com')`
  await comeBack()
  expect(await statuses()).toEqual(['unsubscribed', 'active'])
  await sql`delete from suppressed_addresses where key = '@example.com'`
  expect((await comeBack()).body).toContain('You are subscribed again')
  expect(await statuses()).toEqual(['active', 'active'])
  expect(await keys()).toEqual([])
})

test('without room in the quota nobody comes back, and the page says so', async () => {
  const { sql, organizationId, comeBack, statuses } = await aLeaver()
  await sql`
    update organizations set subscriber_quota_mode = 'hidden_limit', subscriber_quota_limit = 1
    where id = ${organizationId}`
  expect((await comeBack()).body).toContain('You cannot subscribe at the moment')
  expect(await statuses()).toEqual(['unsubscribed', 'active'])
})

test.each([
  ['a deleted list', 'update mailing_lists set deleted_at = now()'],
  ['an organization that is switched off', `update organizations set active = false where name = 'A'`],
])('nobody comes back to %s', async (_, statement) => {
  const { sql, comeBack, visit, url, statuses } = await aLeaver()
  await sql.unsafe(statement)
  expect((await visit('GET', url)).body).not.toContain('<form')
  await comeBack()
  expect(await statuses()).toEqual(['unsubscribed', 'active'])
})

test('seed addresses and deleted people see the question, and coming back does nothing', async () => {
  const { sql, visit, path, comeBack, url } = await aLeaver()
  const seed = path('unsubscribe', { subscriberId: 0 })
  expect((await visit('POST', `${seed}/again`)).body).toContain('Unsubscribe?')
  await sql`delete from subscribers where status = 'unsubscribed'`
  expect((await visit('GET', url)).body).toContain('Unsubscribe?')
  expect((await comeBack()).statusCode).toBe(200)
})

test('after coming back the webhooks hear of the next unsubscription', async () => {
  const { api, organizationId, comeBack, visit, url } = await aLeaver()
  const events = await anEar(api, organizationId)
  await comeBack()
  await visit('POST', url)
  expect((await events()).map((event) => event['event_type'])).toEqual(['studio_unsub'])
})
