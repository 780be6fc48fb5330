import { expect, test } from 'vitest'
import { anApi, type Api } from '../../harness/core/api.ts'
import { resourceRoutes } from '../../harness/records/resources.ts'

type BounceEmail = { id: string; email: string }

async function make(api: Api, email: string, organizationId = api.a.organizationId): Promise<string> {
  const where = `organizations/${organizationId}/bounce_emails`
  return (await api.call<BounceEmail>('POST', where, { bounce_email: { email } }, api.system)).body.data.id
}

test('those of one domain share the second half of their ids', async () => {
  const api = await anApi(resourceRoutes)
  const ids = []
  for (const email of ['a@one.example', 'b@ONE.example', 'a@two.example']) ids.push(await make(api, email))
  const [first, second, third] = ids.map((id) => id.split('@').map(Number))
  expect(first?.[1]).toBe(second?.[1])
  expect(first?.[1]).not.toBe(third?.[1])
  expect(new Set(ids).size).toBe(3)
})

test('one keeps its domain and its id when it changes', async () => {
  const api = await anApi(resourceRoutes)
  const id = await make(api, 'a@one.example')
  const path = `organizations/${api.a.organizationId}/bounce_emails/${id}`
  const moved = await api.call('PUT', path, { email: 'a@two.example' }, api.system)
  expect(moved).toMatchObject({
    status: 422,
    body: { error_code: 'validation_failed', error_message: 'email cannot change to another domain' },
  })
  const renamed = await api.call('PUT', path, { email: 'b@One.example' }, api.system)
  expect(renamed.body.data).toEqual({ id, username: 'b', domain: 'one.example', email: 'b@one.example' })
})

test('an id is accepted only in the form in which it is answered', async () => {
  const api = await anApi(resourceRoutes)
  const id = await make(api, 'a@one.example')
  expect((await api.call('GET', `bounce_emails/${id.replace('@', '%40')}`)).body.data).toMatchObject({ id })
  for (const odd of [`0${id}`, `${id}0`, `%20${id}`, id.replace('@', '@@'), id.split('@')[0]]) {
    expect((await api.call('GET', `bounce_emails/${odd}`)).body.error_message).toBe('bounce e-mail not found')
  }
})

test('lists are sorted by number, and filtered by domain and user name', async () => {
  const api = await anApi(resourceRoutes)
  const { organizationId } = api.a
  await api.sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email)
    select ${organizationId}, n, 9, 'U' || n || '@' || case when n < 10 then 'few' else 'Many' end || '.example'
    from unnest('{9, 10, 2}'::integer[]) n`
  const ids = async (query: string) =>
    (await api.call<BounceEmail[]>('GET', `bounce_emails?${query}`)).body.data.map((one) => one.id)
  expect(await ids('')).toEqual(['2@9', '9@9', '10@9'])
  expect(await ids('order_by=username')).toEqual(['10@9', '2@9', '9@9'])
  expect(await ids('order_by=domain')).toEqual(['2@9', '9@9', '10@9'])
  expect(await ids('domain=FEW.example')).toEqual(['2@9', '9@9'])
  expect(await ids('domain_contains=man')).toEqual(['10@9'])
  expect(await ids('username=u9')).toEqual(['9@9'])
  expect(await ids('username_contains=u&domain_contains=few')).toEqual(['2@9', '9@9'])
})
