import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiKeyRoutes } from '../../../src/http/api-keys.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { rightNames, type Rights } from '../../../src/contract/users/right-names.ts'
import { propertyRuns } from '../../harness/fuzz/runs.ts'
import { aSession, aUser } from '../../harness/records/sessions.ts'
import { aScimKey, aScimWorld, group, ops, prove, user, type Resource } from './world.ts'

test('only a key with the right that is named uses SCIM, and it does nothing else', async () => {
  const world = await aScimWorld((route, secrets) =>
    apiKeyRoutes(route, { secrets, pageTokens: createPageTokens(secrets), revealApiKeys: 'once' }),
  )
  const { scim, a, key, sql } = world
  const { scim: _, ...others } = rightNames
  const everythingElse = Object.fromEntries(
    Object.entries(others).map(([name, names]) => [name, [...names]]),
  ) as Rights
  const [whole, rest, ofLists] = [
    await aScimKey(world, a.organizationId, null),
    await aScimKey(world, a.organizationId, everythingElse),
    await aScimKey(world, a.organizationId),
  ]
  await sql`update api_keys set mailing_list_ids = '{1}' where id = ${ofLists.apiKeyId}`
  const paths = ['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/Me']
  for (const path of paths) {
    for (const as of [whole, rest, ofLists])
      expect((await scim('GET', path, undefined, { as })).status).toBe(403)
    const stranger = { ...key, credential: btoa(`${a.organizationId}:${'0'.repeat(40)}`) }
    const refused = await scim('GET', path, undefined, { as: stranger })
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Quiver"'])
  }
  expect((await world.call('GET', 'api_keys', undefined, key)).status).toBe(403)
  const more = { api_key: { name: 'More', permissions: { scim: ['provision'] } } }
  expect((await world.call('POST', 'api_keys', more, key)).status).toBe(403)
  expect((await world.call('POST', 'api_keys', more)).status).toBe(200)
  // Where nobody changes rights alone, nobody makes such a key alone, nor gets the value of one.
  await sql`insert into approval_rules (organization_id, position, kind) values (${a.organizationId}, 0, 'rights')`
  const held = [
    await world.call('POST', 'api_keys', more),
    await world.call('PUT', `api_keys/${rest.apiKeyId}`, { api_key: more.api_key }),
    await world.call('POST', `api_keys/${key.apiKeyId}/rotate`, {}),
  ]
  for (const { status, body } of held)
    expect([status, body.error_message]).toEqual([409, expect.stringContaining('(rights)')])
  expect((await world.call('POST', 'api_keys', { api_key: { name: 'Plain' } })).status).toBe(200)
  await sql`update api_keys set active = false where id = ${key.apiKeyId}`
  expect((await scim('GET', '/Users')).status).toBe(401)
})

test('the users and groups of another organization do not exist, nor do system administrators', async () => {
  const world = await aScimWorld()
  const { scim, sql, a, b, other } = world
  await prove(world, b.organizationId, 'b.example')
  const own = await aUser(world, a.organizationId, { email: 'ann@example.com' })
  // The same person, in another organization.
  const elsewhere = await aUser(world, b.organizationId, { email: 'ann@example.com' })
  await aSession(world, b.organizationId, elsewhere)
  await sql`insert into api_keys (organization_id, id, name, role, active, key_hmac, key_sealed, held_by)
    select ${b.organizationId}, 999, 'theirs', 'organization_admin', true, '\\x01', '\\x02', ${`user:${own}`}`
  const theirs = await aUser(world, b.organizationId, { email: 'bo@b.example' })
  const made = await scim(
    'POST',
    '/Groups',
    { displayName: 'Theirs', members: [{ value: String(theirs) }] },
    { as: other },
  )
  expect(made.status).toBe(201)
  const before = await sql`
    select to_jsonb(u) as row from users u where organization_id <> ${a.organizationId}
    union all select to_jsonb(g) from scim_groups g union all select to_jsonb(s) from user_sessions s
    union all select to_jsonb(k) - 'last_used_at' - 'last_used_address' - 'last_used_endpoint' from api_keys k where id = 999`
  const off = ops({ op: 'replace', value: { active: false } })
  for (const id of [elsewhere, theirs]) {
    for (const [method, body] of [
      ['GET'],
      ['PUT', { userName: 'x@example.com' }],
      ['PATCH', off],
      ['DELETE'],
    ] as const) {
      const reply = await scim(method, `/Users/${id}`, body)
      const unknown = await scim(method, '/Users/99999', body)
      expect([method, reply.status, reply.body]).toEqual([method, 404, unknown.body])
    }
  }
  for (const [method, body] of [
    ['GET'],
    ['PUT', { displayName: 'Mine' }],
    ['PATCH', ops({ op: 'remove', path: 'members' })],
    ['DELETE'],
  ] as const) {
    expect((await scim(method, `/Groups/${made.body['id']}`, body)).status).toBe(404)
  }
  expect(
    (await scim('POST', '/Groups', { displayName: 'Mine', members: [{ value: String(theirs) }] })).status,
  ).toBe(400)
  expect((await scim('GET', '/Users?filter=userName%20pr')).body['Resources'].map(({ id }) => id)).toEqual([
    String(own),
  ])
  // The domain is that of another organization.
  expect((await scim('POST', '/Users', { userName: 'bo@b.example' })).status).toBe(400)
  expect((await scim('PATCH', `/Users/${own}`, off)).status).toBe(200)
  expect((await scim('DELETE', `/Users/${own}`)).status).toBe(204)
  const after = await sql`
    select to_jsonb(u) as row from users u where organization_id <> ${a.organizationId}
    union all select to_jsonb(g) from scim_groups g union all select to_jsonb(s) from user_sessions s
    union all select to_jsonb(k) - 'last_used_at' - 'last_used_address' - 'last_used_endpoint' from api_keys k where id = 999`
  expect([...after]).toEqual([...before])
  await prove(world, 1, 'system.example')
  const chief = await aUser(world, 1, { email: 'chief@system.example', role: 'system_admin' })
  const ofSystem = { as: await aScimKey(world, 1) }
  expect((await scim('GET', '/Users', undefined, ofSystem)).body['totalResults']).toBe(0)
  expect((await scim('DELETE', `/Users/${chief}`, undefined, ofSystem)).status).toBe(404)
  expect((await scim('POST', '/Users', { userName: 'chief@system.example' }, ofSystem)).status).toBe(409)
})

test('a client finds out by itself what there is', async () => {
  const { scim } = await aScimWorld()
  const { body: config } = await scim('GET', '/ServiceProviderConfig')
  expect(config).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    sort: { supported: true },
    etag: { supported: true },
    changePassword: { supported: false },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  const { body: types } = await scim('GET', '/ResourceTypes')
  expect(types['Resources']).toMatchObject([
    { endpoint: '/Users', schema: user },
    { endpoint: '/Groups', schema: group },
  ])
  for (const type of types['Resources'])
    expect((await scim('GET', `/ResourceTypes/${type.id}`)).body).toEqual(type)
  const { body: schemas } = await scim('GET', '/Schemas')
  expect(schemas).toMatchObject({ totalResults: 2, startIndex: 1, itemsPerPage: 2 })
  for (const schema of schemas['Resources'])
    expect((await scim('GET', `/Schemas/${schema.id}`)).body).toEqual(schema)
  const named = (schema: Resource) => schema['attributes'].map(({ name }) => name)
  expect(schemas['Resources'].map(named)).toEqual([
    ['userName', 'name', 'displayName', 'emails', 'active', 'groups'],
    ['displayName', 'members'],
  ])
  const others: [string, string, number][] = [
    ['GET', '/Schemas?filter=id%20pr', 403],
    ['GET', '/Schemas/urn:x', 404],
    ['GET', '/Me', 501],
    ['POST', '/Bulk', 501],
    ['GET', '/Roles', 404],
    ['PUT', '/Users', 404],
    ['GET', '/Users/abc', 404],
    ['GET', '/Users/99999999999999999999', 404],
    ['GET', '/Groups/0', 404],
  ]
  for (const [method, path, status] of others) {
    const reply = await scim(method, path)
    expect([method, path, reply.status, reply.body['status']]).toEqual([method, path, status, String(status)])
  }
})

const paths = [
  'active',
  'userName',
  'name',
  'name.givenName',
  'emails',
  'emails[type eq "work"].value',
  'emails[value co "a"]',
  'displayName',
  'externalId',
  'members',
  'id',
  '__proto__',
  'constructor',
  'toString',
]

const anyOperation = fc.record(
  {
    op: fc.oneof(fc.constantFrom('add', 'Remove', 'replace'), fc.string()),
    path: fc.oneof(fc.constantFrom(...paths), fc.string({ unit: 'binary' })),
    value: fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(true, 'False', 'bo@example.com', { value: 'x' }),
      fc.string({ unit: 'binary' }),
    ),
  },
  { requiredKeys: ['op'] },
)

test(
  'whatever a provider sends is answered by SCIM, and never by a fault',
  { timeout: 120_000 },
  async () => {
    const world = await aScimWorld()
    const { scim, a, sql } = world
    const id = await aUser(world, a.organizationId, { email: 'ann@example.com' })
    const made = await scim('POST', '/Groups', { displayName: 'News', members: [{ value: String(id) }] })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOperation, { minLength: 1, maxLength: 3 }),
        fc.string({ unit: 'binary' }),
        async (Operations, text) => {
          const { body } = await scim('GET', '/Users')
          const [target] = body.Resources
          const replies = [
            await scim('PATCH', `/Users/${target?.id}`, { Operations }),
            await scim('PATCH', `/Groups/${made.body['id']}`, { Operations }),
            await scim('PUT', `/Users/${target?.id}`, {
              userName: target?.['userName'],
              ...(Operations[0] as object),
            }),
            await scim('GET', `/Users?filter=${encodeURIComponent(text.toWellFormed())}`),
            await scim(
              'GET',
              `/Users?filter=${encodeURIComponent(`emails[${text.toWellFormed()}]`)}&sortBy=${encodeURIComponent(text.toWellFormed())}`,
            ),
            await scim('POST', '/Users', JSON.stringify(Operations)),
          ]
          for (const reply of replies) expect([200, 204, 400, 403, 409]).toContain(reply.status)
        },
      ),
      propertyRuns(60),
    )
    expect(await sql`select count(*) from users where organization_id = ${a.organizationId}`).toEqual([
      { count: 1 },
    ])
  },
)
