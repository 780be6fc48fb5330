import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { connectionInput as input, resourceRoutes } from '../../harness/records/resources.ts'

const path = 'database_connections'
const { password } = input
const answer = {
  name: 'Warehouse',
  type: 'postgresql',
  host: 'db.internal.example',
  port: 5432,
  username: 'quiver',
  database_name: 'crm',
  tls: 'verify',
  tls_ca: null,
}

const create = (api: Api, attributes: object = input) =>
  api.call<{ id: number }>('POST', path, { database_connection: attributes }, api.system)

async function unsealed(api: Api): Promise<(string | null)[]> {
  const rows = await api.sql<{ id: number; organization_id: number; password_sealed: Buffer | null }[]>`
    select id, organization_id, password_sealed from database_connections order by id`
  return rows.map(({ id, organization_id: organizationId, password_sealed: sealed }) =>
    sealed === null
      ? null
      : api.secrets.unseal(sealed, { table: 'database_connections', organizationId, id }),
  )
}

test('a system administrator creates, sees, changes and deletes them', async () => {
  const api = await anApi(resourceRoutes)
  const { id } = (await create(api)).body.data
  const one = `${path}/${id}`
  expect((await api.call('GET', one, undefined, api.system)).body.data).toEqual({ id, ...answer })
  const { body } = await api.call('GET', path, undefined, api.system)
  expect(body).toMatchObject({ data: [{ id, ...answer }], num_records: 1 })
  const changed = await api.call('PUT', one, { type: 'mysql', port: '3307', host: '10.0.0.7' }, api.system)
  expect(changed.body.data).toEqual({ id, ...answer, type: 'mysql', port: 3307, host: '10.0.0.7' })
  expect((await api.call('DELETE', one, undefined, api.system)).body).toMatchObject({
    success: true,
    data: null,
  })
  expect(await api.sql`select kind, organization_id from audit_events order by id`).toEqual(
    ['created', 'updated', 'deleted'].map((what) => ({
      kind: `database_connection.${what}`,
      organization_id: 1,
    })),
  )
})

test('other callers cannot read or change them, and other organizations have none', async () => {
  const paths = endpoints.map((endpoint) => endpoint.path).filter((one) => one.includes(path))
  expect([...new Set(paths)]).toEqual([path, `${path}/:id`, `${path}/:id/test`])
  const api = await anApi(resourceRoutes)
  const { id } = (await create(api)).body.data
  for (const [method, asked, body] of [
    ['GET', path],
    ['GET', `${path}/${id}`],
    ['GET', `${path}/2000000000`],
    ['POST', path, input],
    ['PUT', `${path}/${id}`, {}],
    ['POST', `${path}/${id}/test`],
    ['DELETE', `${path}/${id}`],
  ] as const) {
    expect(await api.call(method, asked, body)).toMatchObject({
      status: 403,
      body: { data: null, error_code: 'not_authorized' },
    })
  }
})

test('a password is never answered, and never stored in the clear', async () => {
  const api = await anApi(resourceRoutes)
  const created = await create(api)
  const one = `${path}/${created.body.data.id}`
  const answers = [
    created,
    await api.call('GET', one, undefined, api.system),
    await api.call('GET', path, undefined, api.system),
    await api.call('PUT', one, { password: `${password}!` }, api.system),
    await create(api),
    await create(api, { ...input, name: '', password: [password] }),
  ]
  expect(JSON.stringify(answers)).not.toContain('correct horse')
  expect(JSON.stringify(answers)).not.toContain('password_sealed')
  const tables = await api.sql`
    select d::text as row, encode(d.password_sealed, 'escape') as sealed from database_connections d
    union all select e::text, '' from audit_events e`
  expect(tables.length).toBe(3)
  expect(JSON.stringify(tables)).not.toContain('correct horse')
  expect(await unsealed(api)).toEqual([`${password}!`])
})

test('a password stays if it is not given, and null removes it', async () => {
  const api = await anApi(resourceRoutes)
  const one = `${path}/${(await create(api)).body.data.id}`
  await api.call('PUT', one, { name: 'Other' }, api.system)
  expect(await unsealed(api)).toEqual([password])
  await api.call('PUT', one, { password: null }, api.system)
  expect(await unsealed(api)).toEqual([null])
})

test('the port defaults to that of the type', async () => {
  const api = await anApi(resourceRoutes)
  expect((await create(api, { ...input, type: 'mysql' })).body.data).toMatchObject({ port: 3306 })
})

test('rejects hostile values', async () => {
  const api = await anApi(resourceRoutes)
  const odd = [null, '', ' ', 7, true, [], {}, 'x\0', '\ud800', 'a\nb', 'x'.repeat(2_000)]
  for (const attribute of ['name', 'type', 'host', 'username', 'database_name'] as const) {
    for (const value of odd.filter((one) => attribute !== 'name' || one !== 'a\nb')) {
      const { body } = await create(api, { ...input, [attribute]: value })
      expect(body).toMatchObject({ data: null, error_code: 'validation_failed' })
      expect(body.error_message).toMatch(new RegExp(`^${attribute} `))
    }
  }
  for (const port of [0, 65_536, -1, 1.5, '5432x', '', true, [5432]]) {
    expect((await create(api, { ...input, port })).body.error_message).toMatch(/^port /)
  }
  for (const host of ['/tmp', 'a:1', 'user@host.example', '127.1', 'host;drop', 'a,b.example']) {
    expect((await create(api, { ...input, host })).body.error_message).toBe(
      'host is not a valid host name or IP address',
    )
  }
  expect((await create(api, { ...input, password: 'x'.repeat(1_001) })).body.error_message).toMatch(
    /^password /,
  )
  expect(await api.sql`select 1 from database_connections`).toHaveLength(0)
})
