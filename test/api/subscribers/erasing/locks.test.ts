import { expect, test } from 'vitest'
import { aLivingOrganization, readMessage } from '../../../harness/sending/erasure.ts'
import { until } from '../../../harness/core/until.ts'

test('concurrent readers, senders and calls never deadlock with an erasure', async () => {
  const world = await aLivingOrganization()
  const { call, ask, sql, sink, organizationId } = world
  await sql`update organizations set distribute_removals = true where id = ${organizationId}`
  const people = Array.from({ length: 8 }, (_, index) => `person${index}@victim.example`)
  const lists = await Promise.all(
    ['A', 'B'].map((name) => call('POST', 'mailing_lists', { name, d_from_email: 'a@sender.example' })),
  )
  const [listId = 0] = lists.map(({ id }) => id)
  const responder = {
    name: 'Click',
    trigger: 'campaign_click',
    trigger_campaign_to_click_on_any_url: true,
    content_format: 'text',
    content_subject: 'Hi',
    content_text: 'Hi',
  }
  for (const { id } of lists)
    for (const email of people) await call('POST', `mailing_lists/${id}/subscribers`, { email })
  const { id: campaignId } = await call('POST', `mailing_lists/${listId}/campaigns`, {
    name: 'Spring',
    segmentation_criteria_ad_hoc: [],
    contents: [
      {
        subject: 'N',
        format: 'html',
        html: '<a href="https://a.example/">a</a> <a href="https://b.example/">b</a>',
      },
    ],
    dispatch_attributes: { from_email: 'a@sender.example', begins_at: 'now' },
  })
  await call('POST', `mailing_lists/${listId}/autoresponders`, {
    ...responder,
    trigger_campaign_to_click_id: campaignId,
  })
  await until(() => sink.messages.length === people.length)
  await until(async () => (await sql`select 1 from deliveries`).length === people.length)
  const subscribers = await sql<{ id: number; key: string }[]>`
    select id, key from subscribers where mailing_list_id = ${listId}`
  const read = ({ id }: { id: number }) =>
    readMessage(world, { listId, sourceId: campaignId, subscriberId: id })
  await Promise.all(
    subscribers.flatMap((one) => [
      read(one),
      read(one),
      ask('PUT', `mailing_lists/${listId}/subscribers/${one.key}`, { status: 'unsubscribed' }),
      call('POST', 'subscribers/erase', { email: one.key }),
      call('POST', 'subscribers/erase', { email: one.key }),
      read(one),
    ]),
  )
  await world.react()
  expect(world.log()).not.toMatch(/"level":(50|60)/)
  expect([...(await sql`select key from subscribers`)]).toEqual([])
  expect([...(await sql`select sum(active + unsubscribed)::integer as left from subscriber_counts`)]).toEqual([{ left: 0 }]) // oxfmt-ignore
})
