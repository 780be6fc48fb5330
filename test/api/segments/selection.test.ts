import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aField, aList } from '../../harness/core/records.ts'
import { active, aSegmentList } from '../../harness/records/segments.ts'

describe('the selection of a segment', () => {
  /** The attributes of a subscriber in the model of this test. */
  type Person = { email: string; status: string; subscribed: string; removed: string | null }
  const people: Person[] = ['active', 'unsubscribed', 'bounced', 'scomp', 'deactivated'].flatMap((status) =>
    [0, 1, 2, 3, 4, 5].map((number) => ({
      email: `${status}${number}@${number % 2 === 0 ? 'Example.com' : 'example.org'}`,
      status,
      subscribed: `2024-03-0${number + 1}T23:30:00Z`,
      removed: status === 'active' ? null : `2024-05-0${number + 1}T12:00:00Z`,
    })),
  )
  const others = ['active0@example.com', 'active1@example.org', 'bounced2@example.com', 'active4@example.com']
  const othersActive = ['active0@example.com', 'bounced2@example.com']

  const isActive = (person: Person) => person.status === 'active'
  const key = (person: Person) => person.email.toLowerCase()
  const on = { type: 'in_mailing_list', mailing_list: { name: 'Other' } }
  const day = (person: Person) =>
    new Date(Date.parse(person.subscribed) + 2 * 3_600_000).toISOString().slice(0, 10)
  const subscribed = { type: 'subscriber_date_subscribed' }
  const suppressed = (person: Person) =>
    key(person) === 'active2@example.com' ||
    key(person).endsWith('@example.org') ||
    ['active0@example.com', 'active4@example.com'].includes(key(person))

  const cases: [string, object[], (person: Person) => boolean][] = [
    ['nothing said', [], isActive],
    ['one status', [{ ...active, value: 'bounced' }], ({ status }) => status === 'bounced'],
    ['not one status', [{ ...active, operator: 'is_not' }], (person) => !isActive(person)],
    [
      'on a list',
      [{ ...on, operator: 'is in' }],
      (person) => isActive(person) && others.includes(key(person)),
    ],
    [
      'not on a list',
      [{ ...on, operator: 'is_not_in' }],
      (person) => isActive(person) && !others.includes(key(person)),
    ],
    [
      'active on a list',
      [{ ...on, operator: 'is_active_in' }],
      (person) => isActive(person) && othersActive.includes(key(person)),
    ],
    [
      'not active on a list',
      [{ ...on, operator: 'is_not_active_in' }],
      (person) => isActive(person) && !othersActive.includes(key(person)),
    ],
    [
      'not suppressed',
      [{ type: 'not_in_suppression_list', suppression_list: { name: 'Gone' } }],
      (person) => isActive(person) && !suppressed(person),
    ],
    [
      'subscribed on a day of the organization',
      [{ ...subscribed, operator: 'is_on', value: '2024-03-04' }],
      (person) => isActive(person) && day(person) === '2024-03-04',
    ],
    [
      'subscribed before a day',
      [{ ...subscribed, operator: 'is_before', value: '2024-03-04' }],
      (person) => isActive(person) && day(person) < '2024-03-04',
    ],
    [
      'subscribed after a day',
      [{ ...subscribed, operator: 'is_after', value: '2024-03-04' }],
      (person) => isActive(person) && day(person) > '2024-03-04',
    ],
    ['subscribed long ago', [{ ...subscribed, operator: 'not_in_last_days', value: 1 }], isActive],
    ['subscribed lately', [{ ...subscribed, operator: 'in_last_days', value: 1 }], () => false],
    [
      'confirmed, which nobody did',
      [{ type: 'subscriber_date_confirmed', operator: 'is_after', value: '1999-01-01' }],
      () => false,
    ],
    [
      'bounced on a day',
      [{ type: 'subscriber_date_bounced', operator: 'is_on', value: '2024-05-03' }],
      ({ status, removed }) => status === 'bounced' && removed?.startsWith('2024-05-03') === true,
    ],
    [
      'any of two',
      [
        {
          type: 'any',
          clauses: [
            { ...active, value: 'scomp' },
            { ...on, operator: 'is_in' },
          ],
        },
      ],
      (person) => person.status === 'scomp' || others.includes(key(person)),
    ],
    [
      'any inside of all, beside another',
      [
        { ...active },
        {
          type: 'any',
          clauses: [
            { ...subscribed, operator: 'is_on', value: '2024-03-02' },
            {
              type: 'all',
              clauses: [
                { ...on, operator: 'is_in' },
                { ...subscribed, operator: 'is_after', value: '2024-03-02' },
              ],
            },
          ],
        },
      ],
      (person) =>
        isActive(person) &&
        (day(person) === '2024-03-02' || (others.includes(key(person)) && day(person) > '2024-03-02')),
    ],
  ]

  async function aTown(attributes: object = {}) {
    const town = await aSegmentList(attributes)
    const { sql, organizationId, listId, call } = town
    await sql`update organizations set time_zone = 'Africa/Cairo' where id = ${organizationId}`
    const other = await aList(sql, organizationId, { name: 'Other' })
    const hash = (kind: string, text: string) => createHash(kind).update(text).digest('hex')
    const { data } = (await call<{ id: number }>('POST', 'suppression_lists', { name: 'Gone' })).body
    await call('POST', `suppression_lists/${data.id}/suppressed_addresses/create_multiple`, {
      data: [
        'Active2@example.com',
        '@example.org',
        hash('md5', 'active0@example.com'),
        hash('sha256', 'active4@example.com'),
      ],
    })
    const hasOwnKey = 'primary_key_custom_field_id' in attributes
    for (const { email, status, subscribed: subscribe_time, removed: remove_time } of people) {
      const named = hasOwnKey ? { key: `member ${email}`, email } : { key: email.toLowerCase(), email }
      await sql`insert into subscribers ${sql({ organization_id: organizationId, mailing_list_id: listId, status, subscribe_time, remove_time, ...named })}`
    }
    for (const email of others) {
      const status = othersActive.includes(email) ? 'active' : 'unsubscribed'
      await sql`insert into subscribers ${sql({ organization_id: organizationId, mailing_list_id: other, key: email, status })}`
    }
    return town
  }

  async function selectedBy(town: Awaited<ReturnType<typeof aTown>>, clauses: object[], name: string) {
    const { id } = (await town.create(clauses, name)).body.data
    const path = `mailing_lists/${town.listId}/subscribers?segment_id=${id}&per_page=500`
    const { body } = await town.call<{ email: string }[]>('GET', path)
    expect(body.num_records).toBe(body.data.length)
    return body.data.map(({ email }) => email).toSorted()
  }

  test('matches its clauses', async () => {
    const town = await aTown()
    for (const [name, clauses, holds] of cases) {
      const expected = people.filter(holds).map(({ email }) => email)
      expect(await selectedBy(town, clauses, name), name).toEqual(expected.toSorted())
    }
  })

  test('is the same on a list whose primary key is a custom field', async () => {
    const town = await aTown()
    const { sql, organizationId, listId } = town
    const field = await aField(sql, organizationId, listId, { name: 'Number', required: true })
    await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${listId}`
    await sql`update subscribers set key = 'member ' || email where mailing_list_id = ${listId}`
    for (const [name, clauses, holds] of cases) {
      const expected = people.filter(holds).map(({ email }) => email)
      expect(await selectedBy(town, clauses, name), name).toEqual(expected.toSorted())
    }
  })

  test('is the same if a list that clauses name has a custom field as primary key', async () => {
    const town = await aTown()
    const { sql, organizationId } = town
    const [other] = await sql<[{ id: number }]>`select id from mailing_lists where name = 'Other'`
    const field = await aField(sql, organizationId, other.id, { name: 'Number', required: true })
    await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${other.id}`
    await sql`
      update subscribers set email = upper(key), key = 'member ' || key
      where mailing_list_id = ${other.id} and key <> ${others[0] ?? ''}`
    for (const status of ['unsubscribed', 'bounced']) {
      const twice = { organization_id: organizationId, mailing_list_id: other.id, email: others[2] ?? '' }
      await sql`insert into subscribers ${sql({ ...twice, key: `again ${status}`, status })}`
    }
    for (const [name, clauses, holds] of cases) {
      const expected = people.filter(holds).map(({ email }) => email)
      expect(await selectedBy(town, clauses, name), name).toEqual(expected.toSorted())
    }
  })

  test('is answered in pages, by number and by token', async () => {
    const town = await aTown()
    const { id } = (await town.create([{ ...active, operator: 'is_not' }])).body.data
    const path = `mailing_lists/${town.listId}/subscribers`
    const seen: string[] = []
    for (let query = `?segment_id=${id}&per_page=7`, token: string | null | undefined; token !== null;) {
      const { body } = await town.call<{ email: string }[]>('GET', path + query)
      seen.push(...body.data.map(({ email }) => email))
      token = body.next_page_token ?? null
      query = `?segment_id=${id}&per_page=7&page_token=${token}`
    }
    expect(seen.length).toBe(24)
    expect(new Set(seen).size).toBe(24)
    const second = await town.call<{ email: string }[]>('GET', `${path}?segment_id=${id}&per_page=7&page=1`)
    expect(second.body.data.map(({ email }) => email)).toEqual(seen.slice(7, 14))
  })

  test('is not found for a segment of another list, or a missing one', async () => {
    const town = await aTown()
    const elsewhere = await aList(town.sql, town.organizationId, { name: 'Elsewhere' })
    const { id } = (await town.create([])).body.data
    for (const [query, code] of [
      [id, 'not_found'],
      [1_999_999_999, 'not_found'],
      ['x', 'invalid_request'],
    ] as const) {
      const { body } = await town.call('GET', `mailing_lists/${elsewhere}/subscribers?segment_id=${query}`)
      expect(body.error_code).toBe(code)
    }
  })
})
