import { describe, expect, test } from 'vitest'
import { aSendingCampaign } from '../../harness/sending/campaign.ts'
import { createMessageNames } from '../../../src/links/verp.ts'

describe('uncertain messages', () => {
  async function anUncertainCampaign() {
    const campaign = await aSendingCampaign()
    const { sql, organizationId, listId, id, a } = campaign
    const [subscriber] = await sql<{ id: number }[]>`
      insert into subscribers (organization_id, mailing_list_id, key, email)
      values (${organizationId}, ${listId}, 'ann@example.com', 'Ann@example.com') returning id`
    const annId = subscriber?.id ?? 0
    const goneId = annId + 1
    const states = [
      [annId, 'uncertain'],
      [goneId, 'uncertain'],
      [goneId + 1, 'accepted'],
    ] as const
    for (const [subscriberId, state] of states) {
      await sql`
        insert into deliveries (organization_id, campaign_id, subscriber_id, content_id, state, sent_at)
        values (${organizationId}, ${id}, ${subscriberId}, ${a}, ${state}, '2026-01-02T03:04:05Z')`
    }
    const resend = (body?: object) => campaign.call('POST', `${campaign.path}/resend_uncertain`, body)
    const due = () =>
      sql<
        { subscriber_id: number }[]
      >`select subscriber_id from deliveries where state = 'deferred' order by 1`
    return { ...campaign, annId, goneId, resend, due }
  }

  test('are listed with their recipient and their Message-ID', async () => {
    const { call, path, show, api, organizationId, listId, id, a, annId, goneId } =
      await anUncertainCampaign()
    const { body } = await call<unknown[]>('GET', `${path}/uncertain_deliveries`)
    const ref = {
      organizationId,
      listId,
      source: 'campaign',
      sourceId: id,
      subscriberId: annId,
      occasion: 0,
    } as const
    expect(body).toMatchObject({ num_records: 2 })
    expect(body.data).toEqual([
      {
        subscriber_id: annId,
        email: 'Ann@example.com',
        content_id: a,
        message_id: createMessageNames(api.secrets).messageId(ref, 'example.com'),
        since: '2026-01-02T03:04:05Z',
      },
      expect.objectContaining({ subscriber_id: goneId, email: null }),
    ])
    expect(await show(id)).toMatchObject({ uncertain_count: 2 })
  })

  test('of seed lists show the address; a From address with codes hides the Message-ID', async () => {
    const { sql, call, path, organizationId, id } = await anUncertainCampaign()
    await sql`delete from deliveries`
    await sql`update campaigns set from_email = 'news@%%domain%%.example.com' where id = ${id}`
    const [seeds] = await sql<{ id: number }[]>`
      insert into seed_lists (organization_id, name) values (${organizationId}, 'Seeds') returning id`
    const seedListId = seeds?.id ?? 0
    await sql`insert into campaign_seed_lists values (${organizationId}, ${id}, ${seedListId})`
    const [seed] = await sql<{ id: number }[]>`
      insert into seed_list_addresses (organization_id, seed_list_id, email)
      values (${organizationId}, ${seedListId}, 'seed@example.com') returning id`
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, occasion, state)
      values (${organizationId}, ${id}, 0, ${seed?.id ?? 0}, 'uncertain')`
    expect((await call('GET', `${path}/uncertain_deliveries`)).body.data).toMatchObject([
      { subscriber_id: 0, email: 'seed@example.com', message_id: null },
    ])
  })

  test('are sent again on request, all of them or those of some subscribers', async () => {
    const { sql, resend, due, annId, goneId, id } = await anUncertainCampaign()
    expect((await resend({ subscriber_ids: [goneId, goneId + 1] })).body.data).toEqual({ resent: 1 })
    expect([...(await due())]).toEqual([{ subscriber_id: goneId }])
    expect((await resend()).body.data).toEqual({ resent: 1 })
    expect([...(await due())]).toEqual([{ subscriber_id: annId }, { subscriber_id: goneId }])
    expect((await resend()).body.data).toEqual({ resent: 0 })
    const [campaign] = await sql<{ due: boolean }[]>`
      select next_attempt_at <= now() as due from jobs where id = ${id}`
    expect(campaign).toEqual({ due: true })
    const events =
      await sql`select details from audit_events where kind = 'campaign.uncertain_resent' order by id`
    expect([...events]).toEqual([{ details: { resent: 1 } }, { details: { resent: 1 } }])
  })

  test('of a finished campaign are sent again, those of a cancelled one are not', async () => {
    const { sql, resend, due, id } = await anUncertainCampaign()
    await sql`update jobs set state = 'finished', finished_at = now() where kind = 'Campaign' and id = ${id}`
    expect((await resend()).body.data).toEqual({ resent: 2 })
    const other = await anUncertainCampaign()
    await other.call('POST', `${other.path}/cancel`)
    expect(await other.resend()).toMatchObject({
      status: 422,
      body: { error_message: 'campaign sends nothing: it is cancelled' },
    })
    expect([...(await other.due())]).toEqual([])
    expect(await due()).toHaveLength(2)
  })
})
