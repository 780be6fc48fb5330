import { expect, test } from 'vitest'
import { insertUserToken } from '../../../src/store/users/tokens.ts'
import { until } from '../../harness/core/until.ts'
import { countWaiting, isSharded } from '../../harness/postgres/waiting.ts'
import { aSession, aUser } from '../../harness/records/sessions.ts'
import {
  aMapping,
  aScimKey,
  aScimWorld,
  ann,
  enterprise,
  made,
  ops,
  problem,
  user,
  type World,
} from './world.ts'

test('a user is made, read, found, replaced, changed, switched off and deleted', async () => {
  const world = await aScimWorld()
  const { scim, sql, a } = world
  const body = await made(world)
  const { [enterprise]: _, title: _title, meta: _meta, schemas: _schemas, ...kept } = ann
  expect(body).toMatchObject({ ...kept, schemas: [user], groups: [] })
  expect(body).not.toHaveProperty('title')
  const path = `/Users/${body['id']}`
  const read = await scim('GET', path)
  expect([read.body, read.headers['etag']]).toEqual([body, body['meta'].version])
  expect(body['meta']).toMatchObject({
    resourceType: 'User',
    location: `https://quiver.example/scim/v2${path}`,
  })
  expect(await sql`select email, full_name, role, active, permissions from users`).toMatchObject([
    { email: 'Ann@example.com', full_name: 'Ann Example', role: 'standard', active: true, permissions: {} },
  ])
  const put = await scim('PUT', path, {
    ...ann,
    displayName: undefined,
    name: { givenName: 'Anne', familyName: 'Smith' },
  })
  expect(put.body).toMatchObject({
    displayName: 'Anne Smith',
    name: { givenName: 'Anne', formatted: 'Anne Smith' },
  })
  const off = await scim('PATCH', path, ops({ op: 'Replace', path: 'active', value: 'False' }))
  expect([off.status, off.body['active']]).toEqual([200, false])
  // A PUT that does not say active lets it be.
  const { active: _active, ...silent } = ann
  expect((await scim('PUT', path, silent)).body['active']).toBe(false)
  expect((await scim('DELETE', path)).status).toBe(204)
  expect((await scim('GET', path)).status).toBe(404)
  expect((await scim('DELETE', path)).status).toBe(404)
  const events = await sql`
    select kind, api_key_id, details->>'by' as by, details->'changed' as changed from audit_events
    where organization_id = ${a.organizationId} order by id`
  expect(events).toMatchObject([
    { kind: 'user.created', api_key_id: world.key.apiKeyId, by: 'scim' },
    { kind: 'user.updated', by: 'scim', changed: ['full_name'] },
    { kind: 'user.updated', by: 'scim', changed: ['active'] },
    { kind: 'user.updated', by: 'scim', changed: ['full_name'] },
    { kind: 'user.deleted', by: 'scim' },
  ])
})

test('what cannot be made is refused, and addresses only at proven domains are', async () => {
  const world = await aScimWorld()
  const { scim, sql, a } = world
  const { id } = await made(world)
  expect(problem(await scim('POST', '/Users', { ...ann, userName: 'ANN@EXAMPLE.COM' }))).toEqual([
    409,
    'uniqueness',
  ])
  const refused: [unknown, number, string | undefined][] = [
    ['{"userName"', 400, undefined],
    ['[]', 400, 'invalidSyntax'],
    [{ schemas: [user] }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo' }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo@other.example' }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo@example.com.evil.example' }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo@münchen.example' }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo@example.com', emails: 'x'.repeat(2_000) }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo@example.com', name: 'Bo' }, 400, 'invalidValue'],
    [
      { ...ann, userName: 'bo@example.com', emails: Array.from({ length: 21 }, () => 'x') },
      400,
      'invalidValue',
    ],
    [{ ...ann, userName: 'bo@example.com', externalId: '界'.repeat(400) }, 400, 'invalidValue'],
    [{ ...ann, userName: 'bo@example.com', title: 'x'.repeat(4 * 1_048_576) }, 413, undefined],
  ]
  for (const [body, status, scimType] of refused) {
    const said = JSON.stringify(body).slice(0, 200)
    expect([said, ...problem(await scim('POST', '/Users', body))]).toEqual([said, status, scimType])
  }
  expect(
    problem(
      await scim(
        'PATCH',
        `/Users/${id}`,
        ops({ op: 'replace', path: 'userName', value: 'ann@other.example' }),
      ),
    ),
  ).toEqual([400, 'invalidValue'])
  expect(await sql`select count(*) from users`).toEqual([{ count: 1 }])
  // Once the proof has lapsed, whoever leaves can still be ended; a user of another domain never existed for SCIM.
  const agency = await aUser(world, a.organizationId, { email: 'cy@agency.example' })
  await sql`update sender_domains set proven_at = null`
  expect(
    (await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', path: 'active', value: false }))).body[
      'active'
    ],
  ).toBe(false)
  expect((await scim('GET', `/Users/${agency}`)).status).toBe(404)
  expect((await scim('DELETE', `/Users/${agency}`)).status).toBe(404)
  expect((await scim('GET', '/Users')).body['totalResults']).toBe(1)
})

test('a user who is switched off loses sessions and keys at once, and keeps none of an address that they had', async () => {
  const world = await aScimWorld()
  const { scim, sql, a, app } = world
  const { id } = await made(world)
  const session = await aSession(world, a.organizationId, Number(id))
  const held = await aScimKey(world, a.organizationId, null)
  await sql`update api_keys set held_by = ${`user:${id}`} where id in (${held.apiKeyId}, ${world.key.apiKeyId})`
  const stranger = await aScimKey(world, a.organizationId, null)
  await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', value: { active: false } }))
  expect([...(await sql`select id from user_sessions`)]).toEqual([])
  expect(session.userId).toBe(Number(id))
  expect(app).toBeDefined()
  // The key of the provider itself goes on, whoever made it.
  expect(
    await sql`select id from api_keys where organization_id = ${a.organizationId} and active order by id`,
  ).toEqual([a.apiKeyId, world.key.apiKeyId, stranger.apiKeyId].map((one) => ({ id: one })))
  expect(await sql`select subject_id from audit_events where kind = 'api_key.updated'`).toEqual([
    { subject_id: held.apiKeyId },
  ])
  await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', value: { active: true } }))
  await sql`update users set password_hash = 'x' where id = ${id}`
  await sql`insert into user_identities (organization_id, provider_organization_id, provider_id, subject, user_id) values (${a.organizationId}, ${a.organizationId}, 1, 'ann', ${id})`
  await sql`insert into user_passkeys (organization_id, user_id, name, credential_id, public_key, counter) values (${a.organizationId}, ${id}, 'Phone', '\\x01', '\\x02', 0)`
  await insertUserToken(sql, a.organizationId, Number(id), 'invitation')
  await sql`insert into assistant_grants (organization_id, user_id, client_sha256, client_name, redirect_uri, code_challenge, may_change, has_second_factor, expires_at) values (${a.organizationId}, ${id}, '\\x01', 'Helper', 'http://127.0.0.1/', 'x', true, false, now() + interval '1 day')`
  await aSession(world, a.organizationId, Number(id))
  expect(
    (
      await scim(
        'PATCH',
        `/Users/${id}`,
        ops({ op: 'replace', path: 'userName', value: 'smith@example.com' }),
      )
    ).status,
  ).toBe(200)
  const [left] = await sql`
    select password_hash, (select count(*) from user_sessions) as sessions, (select count(*) from user_identities) as links,
      (select count(*) from user_passkeys) as passkeys, (select count(*) from user_tokens) as tokens,
      (select count(*) from assistant_grants) as programs from users`
  expect(left).toEqual({ password_hash: null, sessions: 0, links: 0, passkeys: 0, tokens: 0, programs: 0 })
})

test('the last administrator, and whoever has the emergency log-in, cannot be ended', async () => {
  const world = await aScimWorld()
  const { scim, sql, a } = world
  const admin = await aUser(world, a.organizationId, {
    email: 'admin@example.com',
    role: 'organization_admin',
  })
  const saver = await aUser(world, a.organizationId, { email: 'saver@example.com', emergency_log_in: true })
  const off = ops({ op: 'replace', value: { active: false } })
  const rename = ops({ op: 'replace', path: 'userName', value: 'else@example.com' })
  expect((await scim('PATCH', `/Users/${admin}`, off)).body).toMatchObject({
    status: '403',
    detail: expect.stringContaining('administrator'),
  })
  expect((await scim('DELETE', `/Users/${admin}`)).status).toBe(403)
  for (const body of [off, rename])
    expect((await scim('PATCH', `/Users/${saver}`, body)).body['detail']).toContain('emergency_log_in')
  expect((await scim('DELETE', `/Users/${saver}`)).status).toBe(403)
  expect(await sql`select count(*) from users where active`).toEqual([{ count: 2 }])
  await aUser(world, a.organizationId, { role: 'organization_admin' })
  expect((await scim('PATCH', `/Users/${admin}`, off)).body['active']).toBe(false)
  expect(
    (await scim('PATCH', `/Users/${saver}`, ops({ op: 'replace', path: 'displayName', value: 'Saver' })))
      .status,
  ).toBe(200)
  // Nor is a leaver kept because the log-in by the provider is required and nobody could do without it.
  const leaver = await aUser(world, a.organizationId, { email: 'leaver@example.com' })
  await aMapping(world, [])
  await sql`update log_in_providers set required = true`
  expect((await scim('PATCH', `/Users/${leaver}`, off)).body['active']).toBe(false)
})

test('of two calls at once that would end the last two administrators, one does', async () => {
  const world = await aScimWorld()
  const { scim, sql, a } = world
  const ids: number[] = []
  for (const name of ['ann', 'bo'])
    ids.push(
      await aUser(world, a.organizationId, { email: `${name}@example.com`, role: 'organization_admin' }),
    )
  const off = ops({ op: 'replace', value: { active: false } })
  const end = () => ids.map((id) => scim('PATCH', `/Users/${id}`, off))
  const replies = await Promise.all(await atOnce(sql, end))
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
})

/** Two calls that change users: none is committed before both wait, to be committed or for each other. */
async function atOnce<Calls>(sql: World['sql'], begin: () => Calls): Promise<Calls> {
  // A cluster has no such triggers.
  if (isSharded) return begin()
  await sql.unsafe(`
    create function wait_here() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(7); return null; end $$;
    create constraint trigger wait_here after update on users deferrable initially deferred
      for each row execute function wait_here()`)
  const calls: Calls[] = []
  await sql.begin(async (held) => {
    await held`select pg_advisory_xact_lock(7)`
    calls.push(begin())
    await until(async () => (await countWaiting(sql)) === 2)
  })
  return calls[0] ?? expect.fail()
}
