import { describe, expect, test } from 'vitest'
import { owe, whatIsLeft } from '../../harness/sending/reactions.ts'
import { aSequence } from '../../harness/sending/sequences.ts'
import { aRule, joinedLongAgo, letJoinLongAgo, onlyAt } from '../rules/world.ts'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { removeStep } from '../../../src/store/autoresponders/sequence-steps.ts'
import { resendUncertainReactions } from '../../../src/store/autoresponders/uncertain-reactions.ts'
import { withdrawReactions } from '../../../src/store/autoresponders/withdrawal.ts'

const hour = (name: string, more: object = {}) => ({
  name,
  wait_amount: 1,
  wait_unit: 'hours' as const,
  ...more,
})

describe('a sequence', () => {
  test('sends its steps one after the other, each when its wait is over, and counts them as messages of its own', async () => {
    const world = await aSequence([hour('Two'), hour('Three', { wait_amount: 5 })])
    const { sql, enter, pass, work, received, places, organizationId } = world
    await enter(await world.people(['a', 'b']))
    await work()
    expect(await received()).toEqual(['Hello to a@example.com', 'Hello to b@example.com'])
    expect(await places()).toEqual(['Two of a', 'Two of b'])
    await work()
    expect(await received()).toEqual([])
    await pass(1)
    await work()
    expect(await received()).toEqual(['Two to a@example.com', 'Two to b@example.com'])
    await pass(4)
    await work()
    expect(await received()).toEqual([])
    await pass(1)
    await work()
    expect(await received()).toEqual(['Three to a@example.com', 'Three to b@example.com'])
    expect(await whatIsLeft(world)).toEqual({ owed: 0, reserved: 0 })
    const counted = await sql`
      select a.name, sum(m.messages)::integer as messages from messages_sent_by_quarter_hour m
      join autoresponders a on a.organization_id = m.organization_id and a.id = m.autoresponder_id
      where m.organization_id = ${organizationId} group by 1 order by 1`
    expect([...counted]).toEqual(['Three', 'Two', 'Welcome'].map((name) => ({ name, messages: 2 })))
  })

  test('goes on by what people did with the message before: the others end, or skip the step', async () => {
    const world = await aSequence([
      hour('Opened', { previous: 'opened', otherwise: 'skip' }),
      hour('Not clicked', { previous: 'not_clicked' }),
    ])
    const { id, stepIds, enter, pass, work, received, places, sql } = world
    const [a = 0, b = 0, c = 0] = await world.people(['a', 'b', 'c'])
    await enter([a, b, c])
    await work()
    await received()
    await world.opened(id, a)
    await world.clicked(id, c)
    await pass(1)
    await work()
    expect(await received()).toEqual(['Opened to a@example.com', 'Opened to c@example.com'])
    // For b, who skipped the step, the message before is still the first.
    expect(await places()).toEqual(['Not clicked of a', 'Not clicked of b', 'Not clicked of c'])
    await world.clicked(stepIds[0] ?? 0, a)
    await world.clicked(id, b)
    await pass(1)
    await work()
    expect(await received()).toEqual(['Not clicked to c@example.com'])
    const figures = await sql`select ended, skipped from sequence_steps order by position`
    expect([...figures]).toEqual([{ ended: 0, skipped: 1 }, { ended: 2, skipped: 0 }]) // oxfmt-ignore
    expect(await places()).toEqual([])
  })

  test('asks the segment of a step when its wait is over', async () => {
    const world = await aSequence([])
    const { sql, organizationId, listId, enter, pass, work, received } = world
    const clauses = [{ type: 'subscriber_date_subscribed', operator: 'is_after', value: '2002-01-01' }]
    const [segment] = await sql<{ id: number }[]>`
      insert into segments (organization_id, mailing_list_id, clauses)
      values (${organizationId}, ${listId}, ${sql.json(clauses)}) returning id`
    await world.add(hour('New', { segmentation_criteria_id: segment?.id ?? 0 }))
    const [a = 0, b = 0] = await world.people(['a', 'b'])
    await enter([a, b])
    await work()
    await received()
    await sql`update subscribers set subscribe_time = '2001-01-01' where id = ${a}`
    await pass(1)
    await work()
    expect(await received()).toEqual(['New to b@example.com'])
  })

  test('asks its special sending rule before each message, and goes on with those whom the rule leaves out', async () => {
    const world = await aSequence([hour('Two'), hour('Three')])
    const { sql, organizationId, id, stepIds, enter, pass, work, received, places } = world
    const [a = 0, b = 0] = await world.people(['a', 'b'])
    await enter([a, b])
    await work()
    await received()
    const rule = await aRule(sql, organizationId, { clauses: joinedLongAgo })
    await sql`update autoresponders set special_sending_rule_id = ${rule} where id = ${id}`
    await letJoinLongAgo(sql, `id = ${b}`)
    await pass(1)
    await work()
    expect(await received()).toEqual(['Two to a@example.com'])
    expect(await places()).toEqual(['Three of a', 'Three of b'])
    const skipped = await sql`select autoresponder_id, subscriber_id from deliveries where state = 'skipped'`
    expect([...skipped]).toEqual([{ autoresponder_id: stepIds[0], subscriber_id: b }])
    const figures = await sql`select ended, skipped from sequence_steps order by position`
    expect([...figures]).toEqual([{ ended: 0, skipped: 1 }, { ended: 0, skipped: 0 }]) // oxfmt-ignore
    const { send_from: from, send_until: until } = onlyAt(new Date().getUTCHours() + 12)
    await sql`update special_sending_rules set clauses = null, send_from = ${from}, send_until = ${until}`
    await pass(1)
    await work()
    expect(await received()).toEqual([])
    await sql`update special_sending_rules set send_from = null, send_until = null`
    await sql`update autoresponder_reactions set next_attempt_at = now()`
    await work()
    expect(await received()).toEqual(['Three to a@example.com', 'Three to b@example.com'])
    expect(await whatIsLeft(world)).toEqual({ owed: 0, reserved: 0 })
  })

  test('waits as a whole while it is paused, and loses nobody', async () => {
    const world = await aSequence([hour('Two')])
    const { sql, enter, pass, work, received } = world
    await enter(await world.people(['a']))
    await work()
    await received()
    await sql`update autoresponders set paused = true`
    await pass(3)
    await work()
    expect(await received()).toEqual([])
    await sql`update autoresponders set paused = false`
    await work()
    expect(await received()).toEqual(['Two to a@example.com'])
  })
})

describe('somebody', () => {
  test('who is within and triggers it again stays where they are; afterwards it begins anew', async () => {
    const world = await aSequence([hour('Two')])
    const { enter, pass, work, received, places } = world
    const people = await world.people(['a'])
    await enter([...people, ...people])
    await work()
    expect(await received()).toEqual(['Hello to a@example.com'])
    await enter(people)
    await work()
    expect(await received()).toEqual([])
    expect(await places()).toEqual(['Two of a'])
    await pass(1)
    await work()
    expect(await received()).toEqual(['Two to a@example.com'])
    await enter(people)
    await work()
    expect(await received()).toEqual(['Hello to a@example.com'])
    expect(await places()).toEqual(['Two of a'])
  })

  test.each([['unsubscribed'], ['bounced'], ['scomp'], ['deactivated']])(
    'who is %s gets nothing more, also after coming back; the trigger begins anew',
    async (status) => {
      const world = await aSequence([hour('Two'), hour('Three')])
      const { sql, enter, pass, work, received, places } = world
      const people = await world.people(['a', 'b'])
      await enter(people)
      await work()
      await received()
      await sql`update subscribers set status = ${status} where id = ${people[0] ?? 0}`
      expect(await places()).toEqual(['Two of b'])
      await sql`update subscribers set status = 'active' where id = ${people[0] ?? 0}`
      await pass(1)
      await work()
      expect(await received()).toEqual(['Two to b@example.com'])
      await enter(people.slice(0, 1))
      await work()
      expect(await received()).toEqual(['Hello to a@example.com'])
      expect(await places()).toEqual(['Two of a', 'Three of b'])
    },
  )

  test('who is suppressed, deleted, or on a deleted list gets nothing more', async () => {
    const world = await aSequence([hour('Two')])
    const { sql, organizationId, listId, enter, pass, work, received } = world
    const people = await world.people(['a', 'b', 'c'])
    await enter(people)
    await work()
    await received()
    const [list] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, 'S') returning id`
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key)
      values (${organizationId}, ${list?.id ?? 0}, 'a@example.com')`
    await sql`delete from subscribers where id = ${people[1] ?? 0}`
    await pass(1)
    await sql`update mailing_lists set deleted_at = now() where id = ${listId}`
    await work()
    expect(await received()).toEqual([])
    await sql`update mailing_lists set deleted_at = null where id = ${listId}`
    await work()
    expect(await received()).toEqual(['Two to c@example.com'])
    expect(await whatIsLeft(world)).toEqual({ owed: 0, reserved: 0 })
  })

  test('whose message a server refuses for now gets it later, and the next step after it', async () => {
    const world = await aSequence([hour('Two'), hour('Three')])
    const { sink, enter, pass, work, received, places } = world
    await enter(await world.people(['a']))
    await work()
    await received()
    await pass(1)
    sink.decide((stage) => (stage === 'rcpt' ? { code: 450 } : null))
    await work()
    expect(await received()).toEqual([])
    expect(await places()).toEqual(['Two of a'])
    sink.decide(() => null)
    await pass(1)
    await work()
    expect(await received()).toEqual(['Two to a@example.com'])
    expect(await places()).toEqual(['Three of a'])
  })
})

test('a message that may have left is followed by the next step, and sending it again by none', async () => {
  const world = await aSequence([hour('Two')])
  const { sql, organizationId, id, listId, enter, pass, work, received, places } = world
  await enter(await world.people(['a']))
  const doubt = { kind: 'uncertain', status: null, diagnostic: 'no reply' } as const
  await work({ mailer: { send: () => Promise.resolve(doubt) } })
  expect(await places()).toEqual(['Two of a'])
  const again = (autoresponderId: number) =>
    sql.begin((tx) => {
      const autoresponder = { id: autoresponderId, mailing_list_id: listId }
      return resendUncertainReactions(tx, organizationId, autoresponder, null)
    })
  expect(await again(id)).toBe(1)
  await work()
  expect(await received()).toEqual(['Hello to a@example.com'])
  expect(await places()).toEqual(['Two of a'])
  await pass(1)
  await work({ mailer: { send: () => Promise.resolve(doubt) } })
  expect(await again(world.stepIds[0] ?? 0)).toBe(1)
  await work()
  expect(await received()).toEqual(['Two to a@example.com'])
  await sql`update deliveries set state = 'uncertain' where autoresponder_id = ${id}`
  expect(await again(id)).toBe(1)
  await work()
  expect(await received()).toEqual(['Hello to a@example.com'])
  expect(await whatIsLeft(world)).toEqual({ owed: 0, reserved: 0 })
})

test('people at a step that is removed go on without it when it would have been due', async () => {
  const world = await aSequence([hour('Two', { previous: 'opened' }), hour('Three')])
  const { sql, organizationId, stepIds, enter, pass, work, received, places } = world
  await enter(await world.people(['a']))
  await work()
  await received()
  await sql.begin((tx) => removeStep(tx, organizationId, stepIds[0] ?? 0))
  await work()
  expect(await places()).toEqual(['Two of a'])
  await pass(1)
  await work()
  expect(await received()).toEqual([])
  expect(await places()).toEqual(['Three of a'])
  await pass(1)
  await work()
  expect(await received()).toEqual(['Three to a@example.com'])
})

test('the undo of an import withdraws the places of the people whom it brought', async () => {
  const world = await aSequence([hour('Two')])
  const { sql, organizationId, enter, pass, work, received, places } = world
  const [a = 0, b = 0] = await world.people(['a', 'b'])
  await enter([a, b])
  await sql`update autoresponder_reactions set import_id = 7 where subscriber_id = ${a}`
  await work()
  await received()
  expect(await places()).toEqual(['Two of a', 'Two of b'])
  const wanted = { importId: 7, afterId: 0, count: 10 }
  const { withdrawn } = await sql.begin((tx) => withdrawReactions(tx, organizationId, wanted))
  expect(withdrawn).toBe(1)
  await pass(1)
  await work()
  expect(await received()).toEqual(['Two to b@example.com'])
})

test('credits that are used up make a step wait, and nobody loses their place', async () => {
  const world = await aSequence([hour('Two')])
  const { sql, organizationId, enter, pass, work, received, places } = world
  await enter(await world.people(['a', 'b']))
  await work()
  await received()
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`update credit_balances set available = 1 where organization_id = ${organizationId}`
  await pass(1)
  await work()
  expect(await received()).toHaveLength(1)
  expect(await places()).toHaveLength(1)
  await sql`update credit_balances set available = 1`
  await sql`update reaction_turns set waits_until = now()`
  await work()
  expect(await received()).toHaveLength(1)
  expect(await whatIsLeft(world)).toEqual({ owed: 0, reserved: 0 })
})

describe('of two triggers at one instant, the one that began first is committed last', () => {
  const aDoubleTrigger = async () => {
    const world = await aSequence([hour('Two')])
    const [person = 0] = await world.people(['a'])
    const { sql, organizationId, id } = world
    let commit = () => {}
    const isCommitted = new Promise<void>((resolve) => (commit = resolve))
    let first: Promise<void> = Promise.resolve()
    await new Promise<void>((written) => {
      first = sql.begin(async (tx) => {
        await owe({ sql: tx, organizationId }, id, [person])
        written()
        await isCommitted
      })
    })
    await world.enter([person])
    const commitFirst = async () => {
      commit()
      await first
    }
    return { ...world, commitFirst }
  }

  test('two senders that have taken one message each send one of them', async () => {
    const { environment, commitFirst, received, places, ...world } = await aDoubleTrigger()
    const [one, other] = [reactionLoop(environment()), reactionLoop(environment())]
    const second = await one.take()
    await commitFirst()
    const first = await other.take()
    const { signal } = new AbortController()
    const run = (loop: typeof one, piece: typeof first) =>
      piece === null ? Promise.resolve() : loop.run(piece, signal)
    await Promise.all([run(one, second), run(other, first)])
    expect(await received()).toEqual(['Hello to a@example.com'])
    expect(await places()).toEqual(['Two of a'])
    expect(await whatIsLeft(world)).toEqual({ owed: 1, reserved: 0 })
  })

  test('a message that a server has refused for now is the one that is sent later', async () => {
    const { sink, work, commitFirst, received, places, pass, ...world } = await aDoubleTrigger()
    sink.decide((stage) => (stage === 'rcpt' ? { code: 450 } : null))
    await work()
    sink.decide(() => null)
    await commitFirst()
    await work()
    await pass(1)
    await work()
    expect(await received()).toEqual(['Hello to a@example.com'])
    expect(await places()).toEqual(['Two of a'])
    expect(await whatIsLeft(world)).toEqual({ owed: 1, reserved: 0 })
  })
})
