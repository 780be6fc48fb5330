import { describe, expect, test } from 'vitest'
import { active, aSegmentList } from '../../harness/records/segments.ts'
import { aList, aRemoteList } from '../../harness/core/records.ts'

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
    expect(body.data).toMatchObject({ criteria_sql: null })
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
    expect((await call<{ id: number; name: string }[]>('GET', path)).body).toMatchObject({
      data: [{ id }],
      num_records: 1,
    })
    expect((await call('DELETE', `segments/${id}`)).body.data).toBe(null)
    expect((await call('GET', `segments/${id}`)).body.error_code).toBe('not_found')
  })

  test('has a unique name on its list, ignoring case', async () => {
    const { create } = await aSegmentList()
    await create([], 'Friends')
    expect((await create([], 'FRIENDS')).body.error_message).toBe('name has already been taken')
  })

  test('is found by its name or a part of it', async () => {
    const { call, create } = await aSegmentList()
    for (const name of ['Friends', 'Old friends', 'Others']) await create([], name)
    const names = async (query: string) =>
      (await call<{ id: number; name: string }[]>('GET', `segmentation_criterias?${query}`)).body.data.map(
        ({ name }) => name,
      )
    expect(await names('name=FRIENDS')).toEqual(['Friends'])
    expect(await names('name_contains=friend')).toEqual(['Friends', 'Old friends'])
    expect((await call('GET', 'segments?name=a&name_contains=b')).body.error_code).toBe('invalid_request')
  })

  test('is not available on a remote list', async () => {
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
    ['an unknown type', { type: 'sql', operator: 'is', value: 1 }, 'clauses.0.type must be one of'],
    ['an unknown operator', { ...active, operator: '=' }, 'clauses.0.operator must be one of is, is_not'],
    ['an unknown member', { ...active, or: '1 = 1' }, 'clauses.0.or is not a known attribute'],
    ['an empty group', { type: 'any', clauses: [] }, 'clauses.0.clauses must be at least 1'],
    ['no list', { type: 'in_mailing_list', operator: 'is_in' }, 'clauses.0.mailing_list cannot be blank'],
    [
      'an impossible day',
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
  ])('with %s are rejected as unprocessable', async (_what, clause, message) => {
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

  test('about lists may name at most 20 different ones', async () => {
    const { sql, organizationId, create } = await aSegmentList()
    const on = (id: number) => ({ type: 'in_mailing_list', operator: 'is_in', mailing_list: { id } })
    const many: object[] = []
    for (let number = 0; number < 21; number += 1) {
      many.push(on(await aList(sql, organizationId, { name: `List ${number}` })))
    }
    const [first = {}, ...others] = many
    expect((await create([first, { type: 'any', clauses: others.slice(1) }])).status).toBe(200)
    const { status, body } = await create([first, { type: 'any', clauses: others }], 'Too many')
    expect(status).toBe(422)
    expect(body.error_message).toBe(
      'clauses have 21 different clauses about mailing lists and suppression lists: at most 20 are possible',
    )
  })

  test('that repeat an earlier one of their group are merged', async () => {
    const { sql, organizationId, create } = await aSegmentList()
    const id = await aList(sql, organizationId, { name: 'Friends' })
    const byId = { type: 'in_mailing_list', operator: 'is_not_in', mailing_list: { id } }
    const byName = { ...byId, mailing_list: { name: 'friends' } }
    const all = Array.from({ length: 240 }, () => [byId, byName]).flat()
    const { body } = await create([{ type: 'any', clauses: all }, active, active])
    expect(body.data.clauses).toEqual([{ type: 'any', clauses: [byId] }, active])
  })

  test('may name only lists of the organization', async () => {
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
