import { expect, test } from 'vitest'
import type { Rights } from '../../../src/contract/users/right-names.ts'
import { aRole, aSession } from '../../harness/records/sessions.ts'
import type { MailingList, MailingListGrowth } from '../../../src/contract/lists/endpoints.ts'
import type { Organization } from '../../../src/contract/organizations/endpoints.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aList, aRemoteList } from '../../harness/core/records.ts'
import { anOrganizationApi } from '../../harness/records/organizations.ts'

async function someLists(): Promise<{ api: Api; ids: number[] }> {
  const api = await anApi(mailingListRoutes)
  const ids: number[] = []
  for (const name of ['Shop news', 'News', '50% off', 'Über uns']) {
    const { body } = await api.call<MailingList>('POST', 'mailing_lists', { mailing_list: { name } })
    ids.push(body.data.id)
  }
  return { api, ids }
}

async function namesFound({ call }: Api, query: string): Promise<string[]> {
  const { status, body } = await call<MailingList[]>('GET', `mailing_lists?${query}`)
  expect(status).toBe(200)
  return body.data.map(({ name }) => name)
}

test('mailing lists are found by their name and by a part of it, whatever the case', async () => {
  const { api } = await someLists()
  expect(await namesFound(api, 'name=NEWS')).toEqual(['News'])
  expect(await namesFound(api, 'name_contains=news')).toEqual(['Shop news', 'News'])
  expect(await namesFound(api, `name_contains=${encodeURIComponent('0% O')}`)).toEqual(['50% off'])
  expect(await namesFound(api, `name_contains=${encodeURIComponent('ÜBER')}`)).toEqual(['Über uns'])
  expect(await namesFound(api, 'name_contains=_')).toEqual([])
  const { status } = await api.call('GET', 'mailing_lists?name=News&name_contains=New')
  expect(status).toBe(400)
})

test('the count is that of the lists that were asked for', async () => {
  const { api } = await someLists()
  const { body } = await api.call('GET', 'mailing_lists?name_contains=news&per_page=1')
  expect(body).toMatchObject({ data: [{ name: 'Shop news' }], num_records: 2, num_pages: 2 })
})

test('mailing lists are found by their ids; those of others, deleted and unknown ones are left out', async () => {
  const { api, ids } = await someLists()
  const [first = 0, second = 0, third = 0] = ids
  const { body } = await api.call<MailingList>(
    'POST',
    'mailing_lists',
    { mailing_list: { name: 'B' } },
    api.b,
  )
  await api.sql`update mailing_lists set deleted_at = now() where id = ${second}`
  const asked = [third, first, second, body.data.id, 999_999]
  expect(await namesFound(api, `ids=${asked.join(',')}`)).toEqual(['Shop news', '50% off'])
  expect((await api.call('GET', 'mailing_lists?ids=1,x')).status).toBe(400)
})

test('a list tells how many people it has by status, now and day by day, and what added them', async () => {
  const { api, ids } = await someLists()
  const { sql, a } = api
  const [id = 0, other = 0] = ids
  await sql`
    insert into subscriber_counts_by_day (organization_id, mailing_list_id, day, active, unsubscribed, scomp, bounced, deactivated)
    select ${a.organizationId}, list, (now() at time zone 'UTC')::date - ago, 10 - ago, 1, 0, 0, 0
    from unnest(${[id, other]}::integer[]) list, generate_series(0, 100) ago`
  const { body } = await api.call<MailingListGrowth>('GET', `mailing_lists/${id}/growth`)
  expect(body.data.now).toEqual({ active: 0, unsubscribed: 0, scomp: 0, bounced: 0, deactivated: 0 })
  expect(body.data.days).toHaveLength(90)
  expect(body.data.days.at(-1)).toMatchObject({ active: 10, unsubscribed: 1 })
  expect(body.data.sources).toEqual({ imported: 0, web_forms: [] })
  expect((await api.call('GET', `mailing_lists/${id}/growth`, undefined, api.b)).status).toBe(404)
})

test('the growth of a list names its web forms to those who may see web forms, and to nobody else', async () => {
  const api = await anApi(mailingListRoutes)
  const { sql, a } = api
  const id = await aList(sql, a.organizationId)
  await sql`
    insert into web_forms (organization_id, mailing_list_id, token, name, confirmed)
    values (${a.organizationId}, ${id}, ${'f'.repeat(22)}, 'Footer', 3)`
  const formsFor = async (permissions: Rights | null) => {
    const role_id = permissions === null ? null : await aRole(sql, a.organizationId, permissions)
    const user = await aSession(api, a.organizationId, { role: 'standard', role_id })
    const { body } = await api.call<MailingListGrowth>('GET', `mailing_lists/${id}/growth`, undefined, user)
    return body.data.sources.web_forms.map(({ name }) => name)
  }
  expect(await formsFor({ mailing_list: ['read'], subscriber: ['import'] })).toEqual([])
  expect(await formsFor({ mailing_list: ['read'], web_form: ['read'] })).toEqual(['Footer'])
  expect(await formsFor(null)).toEqual(['Footer'])
})

test('remote lists are told apart', async () => {
  const { call, sql, system } = await anApi(mailingListRoutes)
  await aRemoteList(sql)
  await call('POST', 'mailing_lists', { mailing_list: { name: 'Stored' } }, system)
  const found = async (isRemote: boolean) => {
    const path = `mailing_lists?is_remote_list=${isRemote}`
    return (await call<MailingList[]>('GET', path, undefined, system)).body.data
  }
  expect(await found(true)).toMatchObject([{ is_remote_list: true }])
  expect(await found(false)).toMatchObject([{ name: 'Stored', is_remote_list: false }])
})

test('organizations are found by their ids, by those who may see them', async () => {
  const { call, a, b, system } = await anOrganizationApi({})
  const path = `organizations?minimal=true&ids=${b.organizationId},${a.organizationId}`
  const idsFor = async (as: typeof a) =>
    (await call<Organization[]>('GET', path, undefined, as)).body.data.map(({ id }) => id)
  expect(await idsFor(system)).toEqual([a.organizationId, b.organizationId])
  expect(await idsFor(a)).toEqual([a.organizationId])
})
