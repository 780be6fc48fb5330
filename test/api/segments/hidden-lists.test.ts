import { expect, test } from 'vitest'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { aWholeApi } from '../../harness/records/tenants.ts'

/** A list, and a segment of it of those who are also on a list that the limited key does not see. */
async function aSegmentOverAHiddenList() {
  const api = await aWholeApi()
  const call = async (method: string, path: string, body?: unknown, as: Actor = api.a) => {
    const { status, text } = await api.request(method, path, as, body)
    return { status, ...JSON.parse(text) }
  }
  const make = async (path: string, body: object) => (await call('POST', path, body)).data.id
  const news = await make('mailing_lists', { mailing_list: { name: 'News' } })
  const hidden = await make('mailing_lists', { mailing_list: { name: 'Hidden' } })
  for (const [list, emails] of [
    [news, ['ann@example.com', 'bob@example.com']],
    [hidden, ['ann@example.com', 'eve@example.com']],
  ] as const) {
    for (const email of emails) await make(`mailing_lists/${list}/subscribers`, { email, status: 'active' })
  }
  const onHidden = { type: 'in_mailing_list', operator: 'is_active_in', mailing_list: { id: hidden } }
  const segment = await make(`mailing_lists/${news}/segments`, { name: 'Both', clauses: [onHidden] })
  const limited = await anActor(api.sql, api.secrets, api.a.organizationId)
  await api.sql`update api_keys set mailing_list_ids = ${[news]} where id = ${limited.apiKeyId}`
  return { api, call, make, news, hidden, segment, onHidden, limited }
}

test('a saved condition about a list that a key does not see finds whom the campaign reaches, in each preview', async () => {
  const { call, make, news, segment, limited } = await aSegmentOverAHiddenList()
  const campaign = await make(`mailing_lists/${news}/campaigns`, {
    campaign: {
      name: 'News',
      segmentation_criteria_id: segment,
      contents: [{ subject: 'News', format: 'text', text: 'News' }],
      dispatch_attributes: { from_email: 'a@example.com', state: 'idle' },
    },
  })
  for (const as of [undefined, limited]) {
    const read = (path: string) => call('GET', path, undefined, as)
    const listed = await read(`mailing_lists/${news}/subscribers?segment_id=${segment}`)
    expect(listed.data).toMatchObject([{ email: 'ann@example.com' }])
    const selection = { all: true, segment_id: segment }
    const path = `mailing_lists/${news}/subscriber_bulk_changes/preview`
    expect((await call('POST', path, { selection }, as)).data.people).toBe(1)
    const inner = { type: 'in_segment', operator: 'is_in', segment: { id: segment } }
    const shown = await call('POST', `mailing_lists/${news}/segments/preview`, { clauses: [inner] }, as)
    expect(shown.data).toMatchObject({ count: 1, sample: [{ email: 'ann@example.com' }] })
    const check = JSON.stringify((await read(`campaigns/${campaign}/check`)).data)
    expect(check).toContain('To 1 person')
  }
})

test('what a key writes itself cannot name a list that it does not see', async () => {
  const { call, news, onHidden, limited } = await aSegmentOverAHiddenList()
  const path = `mailing_lists/${news}/segments/preview`
  const named = await call('POST', path, { clauses: [onHidden] }, limited)
  const missing = { ...onHidden, mailing_list: { id: 1_999_999_999 } }
  const unknown = await call('POST', path, { clauses: [missing] }, limited)
  expect([named.status, named.error_message]).toEqual([422, unknown.error_message])
})
