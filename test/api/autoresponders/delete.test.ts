import { expect, test } from 'vitest'
import { anAutoresponderList } from '../../harness/records/autoresponders.ts'
import { anAutoresponder } from '../../harness/core/records.ts'
import {
  queueReactions,
  findSubscriptionAutoresponders,
} from '../../../src/store/autoresponders/reactions.ts'

test('a deleted autoresponder is gone, triggers nothing, owes nothing, and keeps what it has sent', async () => {
  const { api, sql, organizationId, listId, path, create } = await anAutoresponderList()
  const { id } = (await create({ trigger_run_on_api: true })).body.data
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email, custom_fields)
    select ${organizationId}, ${listId}, n || '@example.com', n || '@example.com', '{}' from generate_series(1, 3) n`
  const keys = [1, 2, 3].map((n) => `${n}@example.com`)
  await queueReactions(sql, organizationId, listId, { autoresponderIds: [id], keys })
  // One was tried before and counted as sent; it waits for another attempt.
  const [tried] = await sql<{ id: number; subscriber_id: number }[]>`
    update autoresponder_reactions set attempts = 1
    where id = (select min(id) from autoresponder_reactions) returning id, subscriber_id`
  await sql`
    insert into deliveries (organization_id, autoresponder_id, subscriber_id, occasion, state, next_attempt_at)
    values (${organizationId}, ${id}, ${tried?.subscriber_id ?? 0}, ${tried?.id ?? 0}, 'deferred', now())`
  await sql`
    insert into stat_slices (organization_id, autoresponder_id, day, sent_html, in_queue)
    values (${organizationId}, ${id}, current_date, 1, 1)`

  const follower = await anAutoresponder(sql, organizationId, listId, {
    name: 'Second',
    trigger: 'autoresponder_send',
    trigger_autoresponder_to_send_id: id,
  })
  const refused = await api.call('DELETE', `${path}/${id}`)
  expect(refused).toMatchObject({
    status: 422,
    body: { data: { dependencies: [{ type: 'Autoresponder', id: follower }] } },
  })
  await api.call('DELETE', `${path}/${follower}`)
  expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(200)

  expect((await api.call('GET', `${path}/${id}`)).status).toBe(404)
  expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(404)
  expect((await api.call('GET', path)).body).toMatchObject({ num_records: 0, data: [] })
  expect(await findSubscriptionAutoresponders(sql, organizationId, listId, { source: 'api' })).toEqual([])
  expect(await sql`select id from autoresponder_reactions`).toHaveLength(0)
  const [slice] = await sql`select sent_html, in_queue, skips_error from stat_slices`
  expect(slice).toEqual({ sent_html: 0, in_queue: 0, skips_error: 1 })
  // Its name is free again.
  expect((await create({})).status).toBe(200)
})
