import { expect, test } from 'vitest'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'
import { aResource, resourceRoutes, type ResourceKind } from '../../harness/records/resources.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'

/** Two of each kind: permissions name `chosen`. */
async function granted() {
  const api = await anApi(resourceRoutes, mailingListRoutes, autoresponderRoutes)
  const make = (path: ResourceKind['path'], input: object) =>
    aResource(api, api.a.organizationId, { path, input: input as never })
  return {
    api,
    mta: {
      chosen: Number(await make('virtual_mtas', { name: 'A', type: 'ip_address' })),
      other: Number(await make('virtual_mtas', { name: 'B', type: 'ip_address' })),
    },
    domain: {
      chosen: Number(await make('url_domains', { domain: 'a.example' })),
      other: Number(await make('url_domains', { domain: 'b.example' })),
    },
    bounce: {
      chosen: await make('bounce_emails', { email: 'a@a.example' }),
      other: await make('bounce_emails', { email: 'b@a.example' }),
    },
  }
}

type Granted = Awaited<ReturnType<typeof granted>>

async function permit({ api, mta, domain, bounce }: Granted, mode: string): Promise<void> {
  const { organizationId } = api.a
  const [user = 0, domainId = 0] = bounce.chosen.split('@').map(Number)
  await api.sql`
    insert into organization_virtual_mtas (organization_id, virtual_mta_id) values (${organizationId}, ${mta.chosen})
    on conflict do nothing`
  await api.sql`
    update organizations set virtual_mta_mode = ${mode}, url_domain_mode = ${mode}, bounce_email_mode = ${mode},
      url_domain_id = ${domain.chosen}, bounce_email_user_id = ${user}, bounce_email_domain_id = ${domainId}
    where id = ${organizationId}`
}

const attributes = ({ mta, domain, bounce }: Granted, which: 'chosen' | 'other') => ({
  d_virtual_mta_id: mta[which],
  d_url_domain_id: domain[which],
  d_bounce_email_id: bounce[which],
})

const ofAutoresponder = ({ mta, domain, bounce }: Granted, which: 'chosen' | 'other') => {
  const [bounce_email_user_id, bounce_email_domain_id] = bounce[which].split('@').map(Number)
  return {
    virtual_mta_id: mta[which],
    url_domain_id: domain[which],
    bounce_email_user_id,
    bounce_email_domain_id,
  }
}

const refusal = (names: string[]) => ({
  status: 422,
  body: {
    error_code: 'validation_failed',
    error_message: names.map((name) => `${name} is not permitted in this organization`).join(', '),
  },
})
const create = (api: Api, given: object) =>
  api.call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'News', ...given } })

test.each([
  ['select_any', { chosen: true, other: true }],
  ['select_some', { chosen: true, other: false }],
  ['hide_one', { chosen: true, other: false }],
  ['none', { chosen: false, other: false }],
] as const)('with the mode %s a mailing list may refer only to what the mode allows', async (mode, may) => {
  const all = await granted()
  await permit(all, mode)
  for (const which of ['chosen', 'other'] as const) {
    const given = attributes(all, which)
    const answer = await create(all.api, given)
    if (may[which]) expect(answer.body.data).toMatchObject(given)
    else expect(answer).toMatchObject(refusal(Object.keys(given)))
  }
  expect((await create(all.api, {})).status).toBe(200)
})

test.each(['select_some', 'hide_one', 'none'])(
  'with the mode %s stored references stay, and can be cleared',
  async (mode) => {
    const all = await granted()
    const { api } = all
    const other = attributes(all, 'other')
    const { id } = (await create(api, other)).body.data
    await permit(all, mode)
    const update = (changes: object) => api.call('PUT', `mailing_lists/${id}`, { mailing_list: changes })
    expect((await update({ name: 'Other' })).body.data).toMatchObject(other)
    expect((await update(other)).body.data).toMatchObject(other)
    const cleared = await update({ d_virtual_mta_id: 0, d_url_domain_id: null, d_bounce_email: null })
    expect(cleared.body.data).toMatchObject({
      d_virtual_mta_id: 0,
      d_url_domain_id: null,
      d_bounce_email_id: null,
    })
    expect(await update(other)).toMatchObject(refusal(Object.keys(other)))
    // References by name have the same rules.
    expect(await update({ d_virtual_mta: 'B' })).toMatchObject(refusal(['d_virtual_mta_id']))
    expect(await update({ d_url_domain: 'B.example' })).toMatchObject(refusal(['d_url_domain_id']))
    expect(await update({ d_bounce_email: 'b@a.example' })).toMatchObject(refusal(['d_bounce_email_id']))
  },
)

test('an autoresponder has the same limits as a mailing list', async () => {
  const all = await granted()
  const { api } = all
  const path = `mailing_lists/${await aList(api.sql, api.a.organizationId)}/autoresponders`
  const settings = { trigger: 'subscription', use_external_delivery_setting: true }
  const write = (name: string, given: object) =>
    api.call<{ id: number }>('POST', path, { autoresponder: { ...settings, name, ...given } })
  const other = ofAutoresponder(all, 'other')
  const { id } = (await write('before', other)).body.data
  await permit(all, 'select_some')
  const names = ['virtual_mta_id', 'url_domain_id', 'bounce_email_user_id']
  expect(await write('after', other)).toMatchObject(refusal(names))
  const chosen = ofAutoresponder(all, 'chosen')
  expect((await write('chosen', chosen)).body.data).toMatchObject(chosen)
  const kept = await api.call('PUT', `${path}/${id}`, { autoresponder: { name: 'kept' } })
  expect(kept.body.data).toMatchObject(other)
  await permit(all, 'none')
  expect(await write('none', chosen)).toMatchObject(refusal(names))
})
