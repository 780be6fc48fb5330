import { expect, test } from 'vitest'
import { anImportApi } from '../../harness/importing/api.ts'
import { aList, anAutoresponder, aRemoteList } from '../../harness/core/records.ts'

test('an API autoresponder is named by its id, or by its name in any case; the id takes precedence', async () => {
  const api = await anImportApi()
  const { sql, organizationId, listId } = api
  const offer = await anAutoresponder(sql, organizationId, listId, { name: 'Big Offer', trigger: 'api' })
  const news = await anAutoresponder(sql, organizationId, listId, { name: 'News', trigger: 'api' })
  for (const [given, answered] of [
    [{ id: offer }, { id: offer, name: 'Big Offer' }],
    [{ id: String(offer) }, { id: offer, name: 'Big Offer' }],
    [{ name: 'bIG oFFER' }, { id: offer, name: 'Big Offer' }],
    [
      { id: news, name: 'Big Offer' },
      { id: news, name: 'News' },
    ],
    [
      { id: news, name: 'nobody' },
      { id: news, name: 'News' },
    ],
    [
      { id: null, name: 'news' },
      { id: news, name: 'News' },
    ],
  ]) {
    const triggers = { trigger_new: given, trigger_updated: null }
    const created = (await api.create({ autoresponders: { api: triggers } })).body
    expect(created.error_message).toBeNull()
    expect(created.data.autoresponders.api).toEqual({ trigger_new: answered, trigger_updated: null })
    const both = await api.create({ autoresponders: { api: { trigger_updated: given } } })
    expect(both.body.data.autoresponders).toEqual({
      subscription: { trigger: true, also_trigger_on_updated_subscribers: false },
      api: { trigger_new: null, trigger_updated: answered },
    })
  }
})

test('rejects a reference to anything but an API autoresponder of the list', async () => {
  const api = await anImportApi()
  const { sql, organizationId, listId } = api
  const other = await aList(sql, organizationId)
  const foreignList = await aList(sql, api.b.organizationId)
  const onSubscription = await anAutoresponder(sql, organizationId, listId, { name: 'Hello' })
  const ofAnotherList = await anAutoresponder(sql, organizationId, other, { name: 'Else', trigger: 'api' })
  const foreign = await anAutoresponder(sql, api.b.organizationId, foreignList, {
    name: 'Foreign',
    trigger: 'api',
  })
  for (const reference of [
    { id: onSubscription },
    { name: 'Hello' },
    { id: ofAnotherList },
    { name: 'Else' },
    { id: foreign },
    { name: 'Foreign' },
    { id: 999_999 },
    { id: 9_007_199_254_740_991 },
    { id: '999999999999999' },
    { name: '' },
    { name: 'nobody' },
  ]) {
    for (const key of ['trigger_new', 'trigger_updated']) {
      expect(await api.problemOf({ autoresponders: { api: { [key]: reference } } })).toBe(
        `422 autoresponders.api.${key} must name an API autoresponder of the mailing list`,
      )
    }
  }
  for (const reference of [{ id: -1 }, { id: 1.5 }, { id: 'x' }, { id: true }, { name: 5 }, 5, 'News', []]) {
    expect(await api.problemOf({ autoresponders: { api: { trigger_new: reference } } })).toMatch(
      /^422 autoresponders\.api\.trigger_new/,
    )
  }
})

test('no call is available on a remote list', async () => {
  const api = await anImportApi()
  const remote = await aRemoteList(api.sql)
  const own = await aList(api.sql, 1)
  const { body: made } = await api.call<{ id: number }>(
    'POST',
    `mailing_lists/${own}/subscriber_imports`,
    { column_mapping: ['email'], file_source: { type: 'json', content: '' } },
    api.system,
  )
  const { id } = made.data
  for (const [method, end] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${id}`],
    ['GET', '/999999'],
    ['POST', `/${id}/pause`],
    ['POST', `/${id}/unpause`],
    ['POST', `/${id}/cancel`],
    ['GET', `/${id}/logs/added`],
    ['GET', `/${id}/logs/unknown`],
  ] as const) {
    const path = `mailing_lists/${remote}/subscriber_imports${end}`
    const { status, body } = await api.call(method, path, method === 'POST' ? {} : undefined, api.system)
    expect([path, status, body.error_code]).toEqual([path, 422, 'validation_failed'])
    expect(body.error_message).toBe('subscriber imports are not available on remote lists')
  }
  const { body } = await api.call('GET', `subscriber_imports/${id}`, undefined, api.system)
  expect(body.data).toMatchObject({ state: 'scheduled' })
})
