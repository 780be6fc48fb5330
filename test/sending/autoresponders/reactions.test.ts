import { byPerson } from '../../harness/returned/programs.ts'
import { describe, expect, test } from 'vitest'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { recordUnsubscribe } from '../../../src/store/responses/record.ts'
import { recordClicks, recordOpens } from '../../../src/store/responses/visits.ts'
import {
  aReactor,
  aStartedReactor,
  owe,
  someSubscribers,
  whatIsLeft,
} from '../../harness/sending/reactions.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { anImporter } from '../../harness/importing/whole.ts'
import { secondsToNext } from '../../harness/postgres/due.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

test('an import that triggers autoresponders ends with exactly those messages, once each', async () => {
  const importer = await anImporter()
  const reactor = await aReactor(importer)
  const { sql, organizationId } = importer
  const people = Array.from({ length: 250 }, (_, index) => `p${index}@example.com`)
  const attributes = {
    autoresponders: {
      subscription: { trigger: true, also_trigger_on_updated_subscribers: false },
      api: { trigger_new: null, trigger_updated: null },
    },
  }
  const rows = people.map((email, index) => `${email},${index % 50 === 0 ? 'unsubscribed' : 'active'}`)
  const file = { file: rows.join('\n'), mapping: ['email', 'status'], hasHeaders: false }
  const { listId } = await importer.schedule(file, { attributes })
  await sql`update mailing_lists set d_from_email = 'news@example.com' where id = ${listId}`
  const imported = { trigger_include_subscribers_from_import: true }
  await reactor.autoresponder(listId, { name: 'One', content_subject: 'One', ...imported })
  const two = await reactor.autoresponder(listId, { name: 'Two', content_subject: 'Two', ...imported })
  await reactor.autoresponder(listId, { name: 'No', content_subject: 'No' })
  await reactor.autoresponder(listId, {
    name: 'After',
    content_subject: 'After',
    trigger: 'autoresponder_send',
    trigger_autoresponder_to_send_id: two,
  })
  await importer.work()
  await Promise.all([reactor.work(), reactor.work(), reactor.work()])
  await reactor.work()
  const active = people.filter((_, index) => index % 50 !== 0)
  const expected = ['One', 'Two', 'After'].flatMap((name) => active.map((email) => `${name} to ${email}`))
  expect(await reactor.received()).toEqual(expected.toSorted())
  expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
  const [counted] = await sql`
    select (select count(*) from deliveries where state = 'accepted') as deliveries,
      (select sum(sent_text)::integer from stat_slices) as sent,
      (select sum(total_success)::integer from stat_slices) as success,
      (select sum(messages)::integer from messages_sent_by_quarter_hour where organization_id = ${organizationId}) as accounted`
  const total = active.length * 3
  expect(counted).toEqual({ deliveries: total, sent: total, success: total, accounted: total })
})

describe('a message leaves', () => {
  test('when it is due, and not before', async () => {
    const { sql, reactions, work, received } = await aStartedReactor()
    await sql`update autoresponder_reactions set due_at = now() + interval '1 hour' where id <> ${reactions[1] ?? 0}`
    await work()
    expect(await received()).toEqual(['Hello to b@example.com'])
    await sql`update autoresponder_reactions set due_at = now()`
    await work()
    expect(await received()).toEqual(['Hello to a@example.com', 'Hello to c@example.com'])
  })

  test.each([
    ['the autoresponder is paused', 'update autoresponders set paused = %'],
    ['the organization is not active', 'update organizations set active = not %'],
  ])('when it may: while %s it waits', async (_, change) => {
    const { sql, work, received } = await aStartedReactor()
    await sql.unsafe(change.replace('%', 'true'))
    await work()
    expect(await received()).toEqual([])
    await sql.unsafe(change.replace('%', 'false'))
    await work()
    expect(await received()).toHaveLength(3)
  })

  test('to no one who has left, was deleted, is suppressed, or is not in the segment', async () => {
    const { sql, reactor, organizationId, listId, id, people, work, received } = await aStartedReactor()
    const [suppressed = 0, late = 0] = await someSubscribers(reactor, listId, ['suppressed', 'late'])
    await owe(reactor, id, [suppressed, late])
    const [list] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, 'S') returning id`
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key)
      values (${organizationId}, ${list?.id ?? 0}, 'suppressed@example.com')`
    await sql`update subscribers set status = 'unsubscribed' where id = ${people[0] ?? 0}`
    await sql`delete from subscribers where id = ${people[1] ?? 0}`
    await sql`update subscribers set subscribe_time = '2001-01-01' where id = ${late}`
    const clauses = [{ type: 'subscriber_date_subscribed', operator: 'is_after', value: '2002-01-01' }]
    const [segment] = await sql<{ id: number }[]>`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      values (${organizationId}, ${listId}, 'S', ${sql.json(clauses)}) returning id`
    await sql`update autoresponders set segmentation_criteria_id = ${segment?.id ?? 0}`
    await work()
    expect(await received()).toEqual(['Hello to c@example.com'])
    expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
  })

  test('to those who have not opened the earlier message by then', async () => {
    const { sql, reactor, organizationId, listId, id, people, work, received } = await aStartedReactor()
    const [a = 0] = people
    await reactor.autoresponder(listId, {
      name: 'Reminder',
      content_subject: 'Reminder',
      trigger: 'autoresponder_nonopen',
      trigger_autoresponder_to_open_id: id,
      delay: 'with_delay',
      delay_amount: 1,
      delay_unit: 'hours',
    })
    await work()
    expect(await received()).toHaveLength(3)
    await sql`
      insert into message_responses (organization_id, autoresponder_id, subscriber_id, opens)
      values (${organizationId}, ${id}, ${a}, 1)`
    await sql`update autoresponder_reactions set due_at = now()`
    await work()
    expect(await received()).toEqual(['Reminder to b@example.com', 'Reminder to c@example.com'])
  })
})

test('an open and a click trigger the following messages once, and subscribers who leave meanwhile get nothing', async () => {
  const { sql, reactor, organizationId, listId, id, people, work, received } = await aStartedReactor({
    content_format: 'html',
    content_html: '<a href="https://example.com/offer">Offer</a>',
  })
  const follow = (name: string, attributes: object) =>
    reactor.autoresponder(listId, { name, content_subject: name, ...attributes })
  await follow('Opened', { trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: id })
  await follow('Clicked', {
    trigger: 'autoresponder_click',
    trigger_autoresponder_to_click_id: id,
    trigger_click_on_any_url: false,
    trigger_click_urls: sql.json(['https://example.com/offer']),
  })
  await work()
  expect(await received()).toHaveLength(3)
  const [link] = await sql<{ id: number }[]>`select id from tracked_links where autoresponder_id = ${id}`
  const source = { autoresponderId: id }
  // A click in the first seconds is no person's.
  await setEarlier(sql, { table: 'deliveries', times: ['sent_at'] }, '1 hour')
  const [a = 0, b = 0] = people
  for (const subscriberId of [a, a, b]) {
    const hit = { subscriberId, ip: null, seen: byPerson }
    await sql.begin((tx) => recordOpens(tx, organizationId, { listId, source }, [hit]))
    const click = { ...hit, linkId: link?.id ?? 0 }
    await sql.begin((tx) => recordClicks(tx, organizationId, { listId, source }, [click]))
  }
  const left = { listId, source, subscriberId: b }
  await sql.begin((tx) => recordUnsubscribe(tx, organizationId, left, { ip: null }))
  await work()
  expect(await received()).toEqual(['Clicked to a@example.com', 'Opened to a@example.com'])
})

describe('the text of a message', () => {
  test('contains the values of the call, which are not parsed as a template', async () => {
    const texts = '%%api:code%% {{constructor}} ${process.env.HOME} <%= 7*7 %> %%unknown%% #{1+1}'
    const { reactor, sink, id, people, work } = await aStartedReactor({
      content_format: 'both',
      content_subject: 'For %%api:code%%',
      content_html: `<p>${texts}</p>`,
      content_text: texts,
    })
    await reactor.sql`delete from autoresponder_reactions`
    const hostile = '%%subscribers_email_address%% {{7*7}} ${7*7} <b>bold</b>'
    await owe(reactor, id, people.slice(0, 1), { code: hostile })
    await work()
    const raw = sink.messages[0]?.raw.toString() ?? ''
    const { default: PostalMime } = await import('postal-mime')
    const message = await PostalMime.parse(raw)
    expect(message.subject).toBe(`For ${hostile}`)
    expect(message.text).toContain(texts.replace('%%api:code%%', () => hostile))
    expect(message.html).toContain('{{7*7}} ${7*7} &lt;b&gt;bold&lt;/b&gt;')
    expect(message.html).toContain('{{constructor}} ${process.env.HOME} <%= 7*7 %>')
    expect(message.html).not.toContain('a@example.com')
  })
})

test('organizations take turns: many messages of one do not delay another', async () => {
  const { sql, reactor, listId, id, environment } = await aStartedReactor()
  const names = Array.from({ length: 30 }, (_, index) => `p${index}`)
  await owe(reactor, id, await someSubscribers(reactor, listId, names))
  const organizationId = await insertOrganization(sql, 'B', 'UTC')
  const otherList = await aList(sql, organizationId, { d_from_email: 'b@example.com' })
  const other = await anAutoresponder(sql, organizationId, otherList, { content_subject: 'B' })
  const others = { sql, organizationId }
  await owe(others, other, await someSubscribers(others, otherList, ['x', 'y']))
  const loop = reactionLoop(environment({ pace: { batchMax: 1 } }))
  const turns: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    const piece = await loop.take()
    if (piece === null) throw new Error('nothing was due')
    turns.push(piece.claim.organization_id)
    await loop.run(piece, new AbortController().signal)
  }
  const a = reactor.organizationId
  expect(turns).toEqual([a, organizationId, a, organizationId])
})

test('a sender sleeps until the next message is due', async () => {
  const { sql, environment } = await aStartedReactor()
  const loop = reactionLoop(environment())
  expect(await secondsToNext(sql, loop.due)).toBeLessThanOrEqual(0)
  await sql`update autoresponder_reactions set due_at = now() + interval '40 seconds'`
  expect(Math.round((await secondsToNext(sql, loop.due)) ?? 0)).toBe(40)
  await sql`update autoresponders set paused = true`
  expect(await secondsToNext(sql, loop.due)).toBeNull()
})
