import { expect, test } from 'vitest'
import { aTold, opened } from '../../test/harness/records/webhooks.ts'
import { upkeepEnvironment } from '../../test/harness/records/upkeep.ts'
import { purgeWebhookEvents } from '../store/webhooks/events.ts'
import { webhookEvents } from '../upkeep/purges/webhook-events.ts'

/** Events: a month old and a day less, dead and waiting, of a webhook that is on and of one that is off. */
async function aged({ active }: { active: boolean }) {
  const told = await aTold()
  const { api, webhook } = told
  const { sql } = api
  await opened(api, [1, 2, 3, 4])
  await sql`update webhooks set active = ${active}, next_attempt_at = now() + interval '1 day' where id = ${webhook.id}`
  await sql`
    update webhook_events set
      created_at = case when payload->>'number' in ('1', '3') then now() - interval '31 days' else now() - interval '29 days' end`
  await sql`update webhook_events set dead_at = created_at where payload->>'number' in ('1', '2')`
  const left = async () =>
    (
      await sql<{ number: string }[]>`select payload->>'number' as number from webhook_events order by id`
    ).map(({ number }) => number)
  return { ...told, sql, left }
}

test('events that were given up are kept for 30 days, and those that wait for a webhook that is on as long as it takes', async () => {
  const { left, step, sql: database } = await aged({ active: true })
  expect(await step()).toBeNull()
  await webhookEvents.run(upkeepEnvironment(database), new AbortController().signal)
  expect(await left()).toEqual(['2', '3', '4'])
})

test('what waits for a webhook that is off is kept for 30 days', async () => {
  const { left, step, sql: database } = await aged({ active: false })
  expect(await step()).toBeNull()
  await webhookEvents.run(upkeepEnvironment(database), new AbortController().signal)
  expect(await left()).toEqual(['2', '4'])
})

test('however many there are, they go a batch at a time', async () => {
  const { sql, left } = await aged({ active: false })
  await sql`update webhook_events set created_at = now() - interval '40 days', dead_at = now() - interval '40 days'`
  expect(await purgeWebhookEvents(sql, 3)).toBe(3)
  expect(await left()).toHaveLength(1)
  expect(await purgeWebhookEvents(sql, 3)).toBe(1)
  expect(await purgeWebhookEvents(sql, 3)).toBe(0)
})
