import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aSubscriberApi } from '../../test/harness/subscribers.ts'
import { aField, aList, aRemoteList } from '../../test/harness/records.ts'
import { segmentRoutes } from './segments.ts'
import { suppressionListRoutes } from './suppression-lists.ts'

type Segment = { id: number; name: string; description: string; clauses: object[]; criteria_json: string }

async function aSegmentList(attributes: object = {}) {
  const api = await aSubscriberApi(segmentRoutes, suppressionListRoutes)
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, attributes)
  const path = `mailing_lists/${listId}/segments`
  const create = (clauses: unknown, name = 'Segment') =>
    api.call<Segment>('POST', path, { segment: { name, clauses } })
  return { api, call: api.call, sql: api.sql, organizationId, listId, path, create }
}

const active = { type: 'subscriber_status', operator: 'is', value: 'active' }

describe('a segment', () => {
  test('is saved, shown, listed, changed and deleted', async () => {
    const { call, listId, path, create } = await aSegmentList()
    const { body } = await create([active])
    const { id } = body.data
    expect(body.data).toMatchObject({
      mailing_list_id: listId,
      name: 'Segment',
      description: 'All of the following criteria ... (Status is Active)',
      clauses: [active],
    })
    expect(JSON.parse(body.data.criteria_json)).toEqual([active])
    for (const one of [`segments/${id}`, `segmentation_criterias/${id}`, `${path}/${id}`]) {
      expect((await call('GET', one)).body.data).toEqual(body.data)
    }
    await call('PUT', `segments/${id}`, { segmentation_criteria: { name: 'Renamed' } })
    await call('PUT', `segments/${id}`, { clauses: [] })
    const changed = await call('GET', `segments/${id}`)
    expect(changed.body.data).toMatchObject({
      name: 'Renamed',
      clauses: [],
      description: 'All active subscribers',
    })
    expect((await call<Segment[]>('GET', path)).body).toMatchObject({ data: [{ id }], num_records: 1 })
    expect((await call('DELETE', `segments/${id}`)).body.data).toBe(null)
    expect((await call('GET', `segments/${id}`)).body.error_code).toBe('not_found')
  })

  test('has a name that no other of its list has, whatever the case', async () => {
    const { create } = await aSegmentList()
    await create([], 'Friends')
    expect((await create([], 'FRIENDS')).body.error_message).toBe('name has already been taken')
  })

  test('is found by its name or a part of it', async () => {
    const { call, create } = await aSegmentList()
    for (const name of ['Friends', 'Old friends', 'Others']) await create([], name)
    const names = async (query: string) =>
      (await call<Segment[]>('GET', `segmentation_criterias?${query}`)).body.data.map(({ name }) => name)
    expect(await names('name=FRIENDS')).toEqual(['Friends'])
    expect(await names('name_contains=friend')).toEqual(['Friends', 'Old friends'])
    expect((await call('GET', 'segments?name=a&name_contains=b')).body.error_code).toBe('invalid_request')
  })

  test('is not to be had on a remote list', async () => {
    const { call, sql, api } = await aSegmentList()
    const path = `mailing_lists/${await aRemoteList(sql)}/segments`
    const message = 'segments are not available on remote lists'
    expect((await call('GET', path, undefined, api.system)).body.error_message).toBe(message)
    const { body } = await call('POST', path, { segment: { name: 'A', clauses: [] } }, api.system)
    expect(body).toMatchObject({ error_code: 'validation_failed', error_message: message })
  })

  test('keeps the suppression list that it names', async () => {
    const { call, sql, create } = await aSegmentList()
    const { data } = (await call<{ id: number }>('POST', 'suppression_lists', { name: 'Gone' })).body
    const clause = { type: 'not_in_suppression_list', suppression_list: { name: 'gone' } }
    const segment = (await create([{ type: 'any', clauses: [{ type: 'all', clauses: [clause] }] }])).body.data
    const refused = await call('DELETE', `suppression_lists/${data.id}`)
    expect(refused.body.data).toEqual({ dependencies: [{ type: 'Segment', id: segment.id }] })
    await sql`update segments set clauses = '[]'`
    expect((await call('DELETE', `suppression_lists/${data.id}`)).status).toBe(200)
  })
})

describe('clauses', () => {
  test.each([
    ['no clause', 'x', 'clauses.0.type must be one of any, all'],
    ['an unknown type', { type: 'custom_field', operator: 'is', value: 1 }, 'clauses.0.type must be one of'],
    ['an unknown operator', { ...active, operator: '=' }, 'clauses.0.operator must be one of is, is_not'],
    ['an unknown member', { ...active, or: '1 = 1' }, 'clauses.0.or is not a known attribute'],
    ['an empty group', { type: 'any', clauses: [] }, 'clauses.0.clauses must be at least 1'],
    ['no list', { type: 'in_mailing_list', operator: 'is_in' }, 'clauses.0.mailing_list cannot be blank'],
    [
      'a day that is none',
      { type: 'subscriber_date_subscribed', operator: 'is_on', value: '2024-02-30' },
      'clauses.0.value must be a date',
    ],
    [
      'no number of days',
      { type: 'subscriber_date_subscribed', operator: 'in_last_days', value: '1 or true' },
      'clauses.0.value must be a whole number',
    ],
    [
      'something inside of a group',
      { type: 'any', clauses: [active, { type: 'sql' }] },
      'clauses.0.clauses.1.type must be one of',
    ],
  ])('with %s are refused as a request that cannot be processed', async (_what, clause, message) => {
    const { create } = await aSegmentList()
    const { body } = await create([clause])
    expect(body.error_code).toBe('invalid_request')
    expect(body.error_message).toContain(message)
  })

  test('are limited in depth and number', async () => {
    const { create } = await aSegmentList()
    let deep: object = active
    for (let level = 0; level < 11; level += 1) deep = { type: 'all', clauses: [deep] }
    for (const clauses of [[deep], Array.from({ length: 501 }, () => active)]) {
      expect((await create(clauses)).body.error_code).toBe('invalid_request')
    }
  })

  test('name lists of the organization only', async () => {
    const { sql, api, create } = await aSegmentList()
    const foreign = await aList(sql, api.b.organizationId, { name: 'Foreign' })
    const messages = new Set<unknown>()
    for (const named of [{ id: foreign }, { id: 1_999_999_999 }, { name: 'Foreign' }]) {
      const { body } = await create([{ type: 'in_mailing_list', operator: 'is_in', mailing_list: named }])
      messages.add(body.error_message)
    }
    expect([...messages]).toEqual(['clauses name a mailing list that does not exist'])
  })
})

describe('whom a segment selects', () => {
  /** What the test itself knows of a subscriber. */
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

  test('is what its clauses say', async () => {
    const town = await aTown()
    for (const [name, clauses, holds] of cases) {
      const expected = people.filter(holds).map(({ email }) => email)
      expect(await selectedBy(town, clauses, name), name).toEqual(expected.toSorted())
    }
  })

  test('is the same where subscribers are told apart by a field of the list', async () => {
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

  test('comes in pages, by number and by token', async () => {
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

  test('cannot be asked of a segment of another list, or of none', async () => {
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
