import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList, anAutoresponder } from '../../../test/harness/core/records.ts'
import type { SubscriberValues } from '../../contract/subscribers/values.ts'
import { findAutoresponder, findAutoresponders, updateAutoresponderRow } from '../autoresponders/rows.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { hasReaction, queueReactions } from '../autoresponders/reactions.ts'
import { adjustCounts, countSubscribers } from './counts.ts'
import {
  deleteSubscriberRow,
  findSubscriberList,
  findSubscribers,
  findSubscribersByAddress,
  findSubscribersById,
  findSubscribersByEmail,
  insertSubscriber,
  lockSubscriber,
  updateSubscriberRow,
} from './rows.ts'

const values: SubscriberValues = {
  key: 'a@example.com',
  email: null,
  status: 'active',
  subscribe_time: null,
  subscribe_ip: null,
  remove_time: null,
  remove_ip: null,
  confirm_time: null,
  confirmed: null,
  email_format: null,
  custom_fields: {},
}

/** Two organizations with the same ids, row for row. */
async function twins() {
  const { sql } = await aDatabase()
  const organizationIds = [
    await insertOrganization(sql, 'A', 'UTC'),
    await insertOrganization(sql, 'B', 'UTC'),
  ] as const
  for (const id of organizationIds) {
    await aList(sql, id, { id: 7, name: `List of ${id}` })
    await anAutoresponder(sql, id, 7, { id: 5, name: `Autoresponder of ${id}` })
    await sql`
      insert into subscribers (organization_id, mailing_list_id, id, key, subscribe_ip)
      values (${id}, 7, 3, 'a@example.com', ${`10.0.0.${id}`})`
    await adjustCounts(sql, id, 7, { active: id })
  }
  const [a, b] = organizationIds
  return { sql, a, b }
}

test('whatever is read belongs to the organization, though another has the same ids', async () => {
  const { sql, a, b } = await twins()
  // From both sides: from one alone, the right row may come first by chance.
  for (const id of [a, b]) {
    const own = { subscribe_ip: `10.0.0.${id}` }
    const list = await findSubscriberList(sql, id, 7)
    expect(list.name).toBe(`List of ${id}`)
    expect(await findSubscribers(sql, id, 7, { start: { offset: 0 }, limit: 10 })).toMatchObject([own])
    expect(await findSubscribers(sql, id, 7, { start: { afterId: 0 }, limit: 10 })).toMatchObject([own])
    expect(await findSubscribersById(sql, id, 7, [3])).toMatchObject([own])
    expect(await findSubscribersByAddress(sql, id, list, ['a@example.com'])).toMatchObject([own])
    expect(await findSubscribersByEmail(sql, id, 'a@example.com')).toMatchObject([
      { list: { id: 7, name: list.name }, subscriber: own },
    ])
    expect(await sql.begin((tx) => lockSubscriber(tx, id, 7, 3))).toMatchObject(own)
    expect(await countSubscribers(sql, id, 7)).toBe(id)
    const page = { page: 0, perPage: 10, offset: 0 }
    const autoresponder = { name: `Autoresponder of ${id}` }
    expect(await findAutoresponder(sql, id, { listId: 7, id: 5 })).toMatchObject(autoresponder)
    expect(await findAutoresponders(sql, id, 7, page)).toMatchObject({ rows: [autoresponder], count: 1 })
  }
})

test('whatever is changed belongs to the organization, though another has the same ids', async () => {
  const { sql, a, b } = await twins()
  const state = async () => ({
    subscribers: await sql`select * from subscribers where organization_id = ${b}`,
    counts: await sql`select * from subscriber_counts where organization_id = ${b}`,
    autoresponders: await sql`select * from autoresponders where organization_id = ${b}`,
    reactions: await sql`select * from autoresponder_reactions where organization_id = ${b}`,
  })
  await queueReactions(sql, b, 7, { autoresponderIds: [5], keys: ['a@example.com'] })
  const before = await state()
  expect(before.reactions).toHaveLength(1)

  const list = await findSubscriberList(sql, a, 7)
  expect(await hasReaction(sql, a, 7, { subscriberId: 3, autoresponderIds: [5] })).toBe(false)
  expect(await queueReactions(sql, a, 7, { autoresponderIds: [5], keys: ['a@example.com'] })).toBe(1)
  await updateSubscriberRow(sql, a, list, { id: 3, values: { ...values, status: 'bounced' } })
  await updateAutoresponderRow(sql, a, 5, {
    ...(await findAutoresponder(sql, a, { listId: 7, id: 5 })),
    paused: true,
  })
  await adjustCounts(sql, a, 7, { bounced: 1 })
  await sql.begin((tx) => deleteSubscriberRow(tx, a, 7, 3))
  await insertSubscriber(sql, a, list, values)
  expect(await state()).toEqual(before)
})

test('a subscriber who is gone by now is not_found, and nothing else', async () => {
  const { sql, a } = await twins()
  const list = await findSubscriberList(sql, a, 7)
  await expect(sql.begin((tx) => lockSubscriber(tx, a, 7, 4))).rejects.toThrow('subscriber not found')
  await expect(updateSubscriberRow(sql, a, list, { id: 4, values })).rejects.toThrow('subscriber not found')
  await expect(sql.begin((tx) => deleteSubscriberRow(tx, a, 7, 4))).rejects.toThrow('subscriber not found')
})
