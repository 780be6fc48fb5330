import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import type { Actor } from '../../harness/core/api.ts'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'

/** A change can name the `updated_at` that it is about, wherever two people can write the same text. */

type Kind = { id: string; path: string; wrapper: string }

async function anOrganization() {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'own')
  const list = `mailing_lists/${own.mailing_lists}`
  const sequence = `${list}/autoresponders/${own.autoresponders}`
  const kinds: Kind[] = [
    { id: 'updateCampaign', path: `campaigns/${own.campaigns}`, wrapper: 'campaign' },
    { id: 'updateTemplate', path: `templates/${own.templates}`, wrapper: 'template' },
    { id: 'updateAutoresponderStep', path: `${sequence}/steps/${own.steps}`, wrapper: 'step' },
    { id: 'updateAutoresponder', path: sequence, wrapper: 'autoresponder' },
    { id: 'updateSegment', path: `segments/${own.segments}`, wrapper: 'segment' },
    { id: 'updateWebForm', path: `web_forms/${own.web_forms}`, wrapper: 'web_form' },
    { id: 'updateListBrand', path: `${list}/brand`, wrapper: 'brand' },
    { id: 'updateBrand', path: 'brand', wrapper: 'brand' },
    { id: 'updateMessageStream', path: `message_streams/${own.message_streams}`, wrapper: 'message_stream' },
    {
      id: 'updateMessageTemplate',
      path: `message_templates/${own.message_templates}`,
      wrapper: 'message_template',
    },
    {
      id: 'updateSpecialSendingRule',
      path: `special_sending_rules/${own.special_sending_rules}`,
      wrapper: 'special_sending_rule',
    },
    {
      id: 'updateSpecialSendingRuleOfOrganization',
      path: `organizations/${api.a.organizationId}/special_sending_rules/${own.special_sending_rules}`,
      wrapper: 'special_sending_rule',
    },
  ]
  return { api, kinds, ...callsOf(api) }
}

function callsOf(api: WholeApi) {
  const asOf = ({ path }: Kind) => (path.startsWith('organizations/') ? api.system : api.a)
  const show = async (kind: Kind): Promise<{ name: string; updated_at: string }> =>
    JSON.parse((await api.request('GET', kind.path, asOf(kind))).text).data
  const put = async (kind: Kind, body: object, headers: Record<string, string> = {}) => {
    const authorization = `Basic ${asOf(kind).credential}`
    const url = `/ga/api/v2/${kind.path}`
    const payload = JSON.stringify(body)
    const { status, text } = await api.send({
      method: 'PUT',
      url,
      headers: { authorization, ...headers },
      payload,
    })
    const { data, error_message: message, warnings } = JSON.parse(text)
    return { status, data, message, warnings }
  }
  return { show, put }
}

/** It names the version of the draft: test/api/campaigns/scheduled/drafts.test.ts. */
const ofDraft = 'saveCampaignDraft'

const stale = 'expected_updated_at is not that of the'

test('every endpoint that changes a text of several people is in this test', async () => {
  const { kinds } = await anOrganization()
  const versioned = endpoints.filter(
    (one) => one.versioned === true && one.method === 'PUT' && one.id !== ofDraft,
  )
  expect(versioned.map(({ id }) => id).toSorted()).toEqual(kinds.map(({ id }) => id).toSorted())
})

test('a change that names an older version is refused with who and when, and changes nothing', async () => {
  const { kinds, show, put } = await anOrganization()
  for (const kind of kinds) {
    const seen = (await show(kind)).updated_at
    const mine = await put(kind, { [kind.wrapper]: { name: 'Mine', expected_updated_at: seen } })
    expect([kind.id, mine.status]).toEqual([kind.id, 200])
    // It is a member that the server knows.
    expect(String(mine.warnings)).not.toContain('expected_updated_at')
    // In the same second.
    expect([kind.id, mine.data.updated_at > seen]).toEqual([kind.id, true])
    const ways = [
      [{ [kind.wrapper]: { name: 'Theirs', expected_updated_at: seen } }],
      [{ [kind.wrapper]: { name: 'Theirs' }, expected_updated_at: seen }],
      [{ [kind.wrapper]: { name: 'Theirs' } }, { 'if-match': `"${seen}"` }],
    ] as const
    for (const [body, headers] of ways) {
      const theirs = await put(kind, body, headers)
      expect([kind.id, theirs.status]).toEqual([kind.id, 409])
      expect(theirs.message).toContain(stale)
      expect(theirs.message).toContain(`changed it at ${mine.data.updated_at}`)
      expect(theirs.message).toMatch(/ (?:the|an) API key/)
    }
    expect(await show(kind)).toMatchObject({ name: 'Mine', updated_at: mine.data.updated_at })
    const after = await put(
      kind,
      { [kind.wrapper]: { name: 'Theirs' } },
      { 'if-match': `"${mine.data.updated_at}"` },
    )
    expect([kind.id, after.status]).toEqual([kind.id, 200])
    // As before: a call that names no version is not compared.
    expect((await put(kind, { [kind.wrapper]: { name: 'Last' } }, { 'if-match': '*' })).status).toBe(200)
  }
})

test('of changes at the same time that name the same version, one is done', async () => {
  const { kinds, show, put } = await anOrganization()
  for (const kind of kinds) {
    const seen = (await show(kind)).updated_at
    const names = Array.from({ length: 6 }, (_, number) => `Name ${number}`)
    const answers = await Promise.all(
      names.map((name) => put(kind, { [kind.wrapper]: { name, expected_updated_at: seen } })),
    )
    const done = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409)
    expect([kind.id, done.length, refused.length]).toEqual([kind.id, 1, 5])
    expect((await show(kind)).name).toBe(done[0]?.data.name)
  }
})

test('so is a deletion, a pause or a cancellation of what somebody else has changed', async () => {
  const { api, kinds, show, put } = await anOrganization()
  const send = (method: string, path: string, as: Actor, version: string) =>
    api.send({
      method,
      url: `/ga/api/v2/${path}`,
      headers: { authorization: `Basic ${as.credential}`, 'if-match': `"${version}"` },
    })
  const deletable = kinds.filter(({ path }) => !path.includes('brand') && !path.startsWith('organizations/'))
  for (const kind of deletable) {
    const seen = (await show(kind)).updated_at
    await put(kind, { [kind.wrapper]: { name: 'Changed meanwhile' } })
    if (kind.wrapper === 'campaign') {
      for (const change of ['pause', 'cancel']) {
        expect((await send('POST', `${kind.path}/${change}`, api.a, seen)).status).toBe(409)
      }
    }
    expect([kind.id, (await send('DELETE', kind.path, api.a, seen)).status]).toEqual([kind.id, 409])
    const { updated_at: now } = await show(kind)
    // Some are in use, which is another refusal.
    expect([200, 422]).toContain((await send('DELETE', kind.path, api.a, now)).status)
  }
})

test('what is no time of an answer is refused, so that a slip does not overwrite', async () => {
  const { kinds, put } = await anOrganization()
  const [kind] = kinds
  if (kind === undefined) throw new Error('there are no kinds')
  for (const wrong of ['yesterday', 5, '2027-02-31', '2027-01-01T00:00:00.5Z']) {
    const { status, message } = await put(kind, { [kind.wrapper]: { name: 'X', expected_updated_at: wrong } })
    expect([wrong, status]).toEqual([wrong, 400])
    expect(message).toContain('expected_updated_at must be the updated_at of an answer')
  }
})
