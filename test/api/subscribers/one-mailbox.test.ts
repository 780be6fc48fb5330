import { expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { aField, aList } from '../../harness/core/records.ts'
import { segmentCondition } from '../../../src/store/segments/condition.ts'
import type { Clause } from '../../../src/contract/segments/clauses.ts'
import { findSubscribersByEmail } from '../../../src/store/subscribers/rows.ts'
import { notSuppressed } from '../../../src/store/conditions/suppression.ts'
import { readSuppressed } from '../../../src/contract/resources/suppressed-addresses.ts'
import { aSubscriberApi, subscribe } from '../../harness/records/subscribers.ts'

const letters = 'Ann@Bücher.example'
const punycode = 'ann@xn--bcher-kva.example'

/** A list with addresses as keys, and one with keys of its own. */
async function twoLists() {
  const api = await aSubscriberApi()
  const { sql } = api
  const { organizationId } = api.a
  const plain = await aList(sql, organizationId)
  const own = await aList(sql, organizationId, { name: 'Own key' })
  const field = await aField(sql, organizationId, own, { name: 'Number', required: true })
  await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${own}`
  const addOwn = async (email: string) => {
    const path = `mailing_lists/${own}/subscribers`
    const { body } = await api.call<{ id: number }>('POST', path, { email, custom_fields: { Number: email } })
    return body.data.id
  }
  return { api, sql, organizationId, plain, own, addOwn }
}

test('a list takes a mailbox once, keeps the spelling that was given, and finds it by the other', async () => {
  const { api, sql, organizationId, plain } = await twoLists()
  await subscribe(api, plain, [letters])
  const again = await api.call('POST', `mailing_lists/${plain}/subscribers`, { email: punycode })
  expect([again.status, again.body.error_message]).toEqual([422, 'email already exists on this mailing list'])
  for (const email of [letters, punycode, 'ann@XN--BCHER-KVA.example']) {
    const found = await api.call<{ email: string }[]>(
      'GET',
      `mailing_lists/${plain}/subscribers/${encodeURIComponent(email)}`,
    )
    expect(found.body.data.map(({ email: given }) => given)).toEqual(['Ann@bücher.example'])
    expect(await findSubscribersByEmail(sql, organizationId, punycode)).toHaveLength(1)
  }
})

test.each([
  [punycode, letters],
  [letters, punycode],
])('what names %s, on a list of any kind, names %s', async (named, given) => {
  const { api, sql, organizationId, plain, own, addOwn } = await twoLists()
  const domain = named.slice(named.indexOf('@') + 1)
  const [id = 0] = await subscribe(api, plain, [given])
  const ownId = await addOwn(given)
  await subscribe(api, plain, ['ben@example.com'])
  await addOwn('ben@example.com')
  const clauses = [
    { type: 'subscriber_email', operator: 'is', value: named },
    { type: 'subscriber_email', operator: 'is_any_of', values: ['x@example.com', named] },
    { type: 'subscriber_email', operator: 'ends_with', value: named.slice(3) },
    { type: 'subscriber_email', operator: 'contains', value: domain },
    { type: 'subscriber_email_domain', operator: 'is', value: domain },
    { type: 'subscriber_email_domain', operator: 'ends_with', value: domain.slice(0, -1) + 'e' },
  ] as Clause[]
  for (const [listId, only] of [
    [plain, id],
    [own, ownId],
  ] as const) {
    for (const clause of clauses) {
      const target = { organizationId, listId, timeZone: 'UTC' }
      const { condition } = await segmentCondition(sql, target, [clause])
      const rows = await sql`select id from subscribers s where mailing_list_id = ${listId} and ${condition}`
      expect([clause, ...rows]).toEqual([clause, { id: only }])
    }
  }

  const lower = named.toLowerCase()
  const [{ id: list }] = await sql<[{ id: number }]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'No') returning id`
  const hash = (kind: string) => createHash(kind).update(lower).digest('hex')
  for (const entry of [named, `@${domain}`, hash('md5'), hash('sha256')]) {
    await sql`delete from suppressed_addresses`
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key)
      values (${organizationId}, ${list}, ${readSuppressed(entry)?.key ?? ''})`
    const { condition } = await notSuppressed(sql, { organizationId, listId: plain })
    const rows = await sql<
      { key: string }[]
    >`select coalesce(email, key) as key from subscribers s where organization_id = ${organizationId} and ${condition}`
    expect([entry, ...rows.map(({ key }) => key)]).toEqual([entry, 'ben@example.com', 'ben@example.com'])
  }
})
