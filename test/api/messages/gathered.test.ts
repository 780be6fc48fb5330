import { expect, test } from 'vitest'
import { aMessageWorld, type ShownMessage } from '../../harness/smtp/message-world.ts'

const count = 40

const addressOf = ({ body }: { body: { data: ShownMessage | null } }) => body.data?.to ?? null

test('calls of one key that come at once share transactions, and each has its own answer and event', async () => {
  const { sql, send } = await aMessageWorld()
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      send({ to: `p${n}@example.com`, ...(n % 10 === 9 ? { stream: 'Nowhere' } : {}) }),
    ),
  )
  const rows = await sql<{ id: number; email: string; at: Date }[]>`
    select id, email, created_at as at from messages order by id`
  const expected = answers.map((_, n) => (n % 10 === 9 ? null : `p${n}@example.com`))
  expect(answers.map(addressOf)).toEqual(expected)
  expect(answers.map(({ body }) => body.error_message)).toEqual(
    expected.map((to) => (to === null ? 'stream does not exist' : null)),
  )
  expect(rows.map(({ email }) => email).toSorted()).toEqual(expected.filter((to) => to !== null).toSorted())
  // now() is the time of the transaction.
  expect(new Set(rows.map(({ at }) => at.getTime())).size).toBeLessThan(rows.length / 2)
  const events = await sql<{ subject_id: number; details: object; calls: number }[]>`
    select subject_id, details from audit_events where kind = 'message.created' order by subject_id`
  expect(events).toEqual(rows.map(({ id }) => ({ subject_id: id, details: { messages: 1 } })))
  const [requests] = await sql`
    select count(distinct request_id)::integer as count from audit_events where kind = 'message.created'`
  expect(requests).toEqual({ count: rows.length })
})

test('a call that the database refuses refuses none of those that came with it', async () => {
  const { sql, send } = await aMessageWorld()
  await sql.everywhere()`alter table messages add constraint no_poison check (subject <> 'poison')`
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      send({ to: `p${n}@example.com`, subject: n === 7 ? 'poison' : 'fine' }),
    ),
  )
  expect(answers.map(addressOf)).toEqual(answers.map((_, n) => (n === 7 ? null : `p${n}@example.com`)))
  const [stored] = await sql`select count(*)::integer as count from messages`
  expect(stored).toEqual({ count: count - 1 })
})
