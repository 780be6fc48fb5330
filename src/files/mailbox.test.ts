import { expect, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { until } from '../../test/harness/core/until.ts'
import { aMailer, aMessage } from '../../test/harness/sending/mailing.ts'
import { createMailbox } from './mailbox.ts'

const envelope = { from: 'bounces@example.com', to: 'reader@example.org' }
const inMailbox = { kind: 'mailbox', key: 'mailbox' } as const

test('without a server a message goes to the mailbox, with its envelope at the top, and every machine reads it', async () => {
  const { sql } = await aDatabase()
  const mailer = await aMailer({ mailbox: createMailbox(sql) })
  const message = aMessage(7)
  expect(await mailer.send(inMailbox, message)).toEqual({ kind: 'accepted' })
  const ofAnotherMachine = createMailbox(sql)
  const [name = '', ...others] = await ofAnotherMachine.list(10)
  expect(others).toEqual([])
  const lines = `Return-Path: <${message.envelope.from}>\r\nDelivered-To: ${message.envelope.to}\r\n`
  const read = await ofAnotherMachine.read(name)
  expect(read?.toString('latin1')).toBe(lines + message.raw.toString('latin1'))
  expect(String(await ofAnotherMachine.read(name, 11))).toBe('Return-Path')
})

test('messages that are delivered at the same time share statements, and keep their order and their bytes', async () => {
  const { sql } = await aDatabase()
  const mailbox = createMailbox(sql)
  const count = 250
  const raw = (n: number) => Buffer.concat([Buffer.from(`\r\n${n} `), Buffer.alloc(n, n)])
  await Promise.all(Array.from({ length: count }, (_, n) => mailbox.deliver(envelope, raw(n))))
  const names = await mailbox.list(1000)
  expect(names).toHaveLength(count)
  for (const n of [0, 1, 100, 101, 249]) {
    const message = await mailbox.read(names[count - 1 - n] ?? '')
    expect(message?.subarray(-raw(n).length).equals(raw(n))).toBe(true)
  }
  const [statements] = await sql<[{ count: number }]>`
    select count(distinct received_at) as count from local_messages`
  expect(statements.count).toBe(4)
})

test('old messages make room, by their number and by their bytes', async () => {
  const { sql } = await aDatabase()
  const few = createMailbox(sql, { limits: { messages: 10, bytes: 2 ** 30 } })
  for (let number = 1; number <= 25; number += 1) await few.deliver(envelope, Buffer.from(`\r\n${number}`))
  // They are deleted after the message was reported as sent.
  await until(async () => (await few.list(100)).length === 10)
  const names = await few.list(100)
  expect(String(await few.read(names[9] ?? ''))).toMatch(/\n16$/)
  const small = createMailbox(sql, { limits: { messages: 1000, bytes: 10_000 } })
  for (let number = 1; number <= 10; number += 1) await small.deliver(envelope, Buffer.alloc(3000))
  await until(async () => (await small.list(100)).length === 3)
})

test('only messages have names, and an envelope cannot write headers', async () => {
  const { sql } = await aDatabase()
  const mailbox = createMailbox(sql)
  await mailbox.deliver({ from: 'a@b.example>\r\nX: y', to: 'c@d.example\nX: z' }, Buffer.from('\r\n'))
  const [name = ''] = await mailbox.list(1)
  for (const trick of ['secret', '', '0', `0${name}`, `${name}/`, `${name} `, '-1', '1e0', '9'.repeat(20)])
    expect(await mailbox.read(trick), trick).toBeNull()
  expect(String(await mailbox.read(name))).toBe(
    'Return-Path: <a@b.exampleX: y>\r\nDelivered-To: c@d.exampleX: z\r\n\r\n',
  )
})

test('what cannot be stored was not sent, and the mailbox goes on afterwards', async () => {
  const { sql } = await aDatabase()
  const mailer = await aMailer({ mailbox: createMailbox(sql) })
  await sql`alter table local_messages rename to elsewhere`
  expect(await mailer.send(inMailbox, aMessage())).toMatchObject({ kind: 'untried' })
  await sql`alter table elsewhere rename to local_messages`
  expect(await mailer.send(inMailbox, aMessage())).toEqual({ kind: 'accepted' })
})

test('a message that is stored was sent, although old ones cannot be deleted; the next one deletes them', async () => {
  const { sql } = await aDatabase()
  const faults: unknown[] = []
  const limits = { messages: 20, bytes: 2 ** 30 }
  const mailbox = createMailbox(sql, { limits, noteFault: (error) => faults.push(error) })
  await sql`
    create function refuse_for_test() returns trigger language plpgsql as $$
    begin
      raise exception 'not now';
    end $$`
  await sql`
    create trigger refuse_for_test before delete on local_messages
    for each row execute function refuse_for_test()`
  await Promise.all(Array.from({ length: 21 }, () => mailbox.deliver(envelope, Buffer.from('\r\n'))))
  await until(() => faults.length === 1)
  expect(await mailbox.list(100)).toHaveLength(21)
  await sql`drop trigger refuse_for_test on local_messages`
  await mailbox.deliver(envelope, Buffer.from('\r\n'))
  await until(async () => (await mailbox.list(100)).length === 20)
})
