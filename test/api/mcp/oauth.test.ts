import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../../src/store/users/tokens.ts'
import { aList } from '../../harness/core/records.ts'
import { aHouse, redirectUri } from '../../harness/fakes/program.ts'
import { people } from '../../harness/sending/world.ts'
import { aSession, type SessionActor } from '../../harness/records/sessions.ts'

test('a program of the protocol’s own library registers, is let in by a person, acts, and gets new tokens', async () => {
  const { server, url, console_, refresh } = await aHouse()
  const listId = await aList(server.sql, server.a.organizationId)
  const kept: Record<string, unknown> = {}
  let asked = new URL(url)
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Claude', redirect_uris: [redirectUri] },
    state: () => 'state of the program',
    clientInformation: () => kept['client'] as undefined,
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept['tokens'] as undefined,
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    redirectToAuthorization: (to) => void (asked = to),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    codeVerifier: () => String(kept['verifier']),
  }
  expect(await auth(provider, { serverUrl: `${url}/mcp` })).toBe('REDIRECT')
  expect(`${asked.origin}${asked.pathname}`).toBe(`${url}/console/connect`)
  const request = Object.fromEntries(asked.searchParams)
  const seen = await console_('/inspect', request)
  expect(seen.body.data).toEqual({
    client_name: 'Claude',
    redirect_host: '127.0.0.1:33418',
    is_own_machine: true,
    refused_to: expect.stringContaining('error=access_denied&state=state+of+the+program'),
  })
  const agreed = new URL((await console_('', { ...request, may_change: true })).body.data.redirect_to)
  expect([agreed.searchParams.get('state'), agreed.searchParams.get('iss')]).toEqual([
    'state of the program',
    url,
  ])
  const authorizationCode = agreed.searchParams.get('code') ?? ''
  expect(await auth(provider, { serverUrl: `${url}/mcp`, authorizationCode })).toBe('AUTHORIZED')

  const client = new Client({ name: 'Some program', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider }))
  onTestFinished(() => client.close())
  const planned = await client.callTool({
    name: 'plan',
    arguments: {
      call: 'updateMailingList',
      params: { id: listId },
      body: { mailing_list: { name: 'Renamed' } },
    },
  })
  const { data } = planned.structuredContent as { data: { id: number } }
  await client.callTool({ name: 'apply', arguments: { plan_id: data.id } })
  expect([...(await server.sql`select name from mailing_lists where id = ${listId}`)]).toEqual([
    { name: 'Renamed' },
  ])
  const [event] = await server.sql`
    select user_id is not null as is_of_person, api_key_id, assistant from audit_events where kind = 'plan.applied'`
  expect(event).toEqual({ is_of_person: true, api_key_id: null, assistant: 'Claude' })
  // An expired token: the library gets a new one by itself.
  await server.sql`update assistant_tokens set expires_at = now() where kind = 'access'`
  expect((await client.listTools()).tools).toHaveLength(5)
  expect((await refresh('1.' + 'a'.repeat(43))).status).toBe(400)
  const stored = JSON.stringify([...(await server.sql`select * from assistant_tokens`)])
  expect(stored).not.toContain(
    String((kept['tokens'] as { access_token: string }).access_token.split('.')[1]),
  )
  expect(server.faults).toEqual([])
})

test('nothing leads to an address that is not registered, nor to code without PKCE by S256', async () => {
  const { url, register, console_, request } = await aHouse()
  const bad = [
    'http://evil.example/',
    'javascript:alert(1)',
    'https://user@evil.example/',
    'https://evil.example/#here',
    'data:text/html,hello',
    'cursor://callback',
    'https://evil.example\\@good.example/',
    ' https://evil.example/',
    '//evil.example',
    'http://127.0.0.1.evil.example/',
  ]
  for (const uri of bad) expect([uri, (await register({ redirect_uris: [uri] })).status]).toEqual([uri, 400])
  for (const metadata of [{}, { redirect_uris: [] }, { redirect_uris: 'https://a.example/' }, [], null]) {
    expect((await register(metadata as object)).status).toBe(400)
  }
  const long = Array.from({ length: 5 }, (_, n) => `https://a.example/${n}${'a'.repeat(300)}`)
  expect((await register({ redirect_uris: long })).status).toBe(400)
  const other = await register({
    client_name: '\u202eevil\u0000  ',
    redirect_uris: ['https://good.example/back?x=1'],
  })
  expect([other.status, other.body['client_name']]).toEqual([201, 'evil'])
  const refused: [object, string][] = [
    [{ redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
    [{ redirect_uri: `${redirectUri}/../evil` }, 'redirect_uri'],
    [{ redirect_uri: `${redirectUri}?to=https://evil.example` }, 'redirect_uri'],
    [{ redirect_uri: 'http://localhost:33418/callback' }, 'redirect_uri'],
    [{ client_id: other.body['client_id'] }, 'redirect_uri'],
    [{ client_id: other.body['client_id'], redirect_uri: 'https://good.example/back' }, 'redirect_uri'],
    [{ client_id: `${request.client_id}x` }, 'client_id'],
    [{ client_id: `W10.${request.client_id.split('.')[1]}` }, 'client_id'],
    [{ code_challenge: null }, 'PKCE'],
    [{ code_challenge_method: 'plain' }, 'PKCE'],
    [{ code_challenge_method: null }, 'PKCE'],
    [{ code_challenge: 'short' }, 'PKCE'],
    [{ response_type: 'token' }, 'response_type'],
    [{ resource: `${url}/ga/api/v2` }, 'resource'],
    [{ resource: 'https://other.example/mcp' }, 'resource'],
  ]
  for (const [change, word] of refused) {
    for (const path of ['/inspect', '']) {
      const { status, body } = await console_(path, { ...request, ...change })
      expect([change, status, body.error_message]).toEqual([change, 422, expect.stringContaining(word)])
    }
  }
  // RFC 8252: on the person's own machine the port may differ.
  expect(
    (await console_('/inspect', { ...request, redirect_uri: 'http://127.0.0.1:5/callback' })).status,
  ).toBe(200)
  expect((await console_('/inspect', { ...request, resource: null })).status).toBe(200)
})

test('a code works once, for its program, its address and its secret; a second use ends what the first has got', async () => {
  const { server, form, register, agree, codeForm, isOpen } = await aHouse()
  const { client_id: otherId = '' } = (await register({ redirect_uris: [redirectUri] })).body
  const wrong: Record<string, string>[] = [
    { client_id: otherId },
    { redirect_uri: 'http://127.0.0.1:33419/callback' },
    { code_verifier: 'a'.repeat(43) },
    { code_verifier: '' },
    { code: `1.${'a'.repeat(43)}` },
    { resource: 'https://other.example/mcp' },
    { grant_type: 'password' },
    { client_id: '' },
  ]
  for (const change of wrong) {
    const code = await agree()
    const { status, body } = await form('/oauth/token', { ...codeForm(code), ...change })
    expect([change, status >= 400, 'access_token' in body]).toEqual([change, true, false])
    await server.sql`delete from assistant_grants`
  }
  const late = await agree()
  await server.sql`update assistant_tokens set expires_at = now()`
  expect((await form('/oauth/token', codeForm(late))).body['error']).toBe('invalid_grant')

  const code = await agree()
  const { body: first } = await form('/oauth/token', codeForm(code))
  expect(await isOpen(first['access_token'])).toBe(true)
  expect((await form('/oauth/token', codeForm(code))).body['error']).toBe('invalid_grant')
  expect(await isOpen(first['access_token'])).toBe(false)
  const [event] = await server.sql`select details from audit_events where kind = 'user.assistant_ended'`
  expect(event).toEqual({ details: { client: 'Helper', reason: 'its code was used twice' } })
})

test('of two exchanges of one code at a time at most one gets tokens, and they end', async () => {
  const { form, agree, codeForm, isOpen } = await aHouse()
  const code = await agree()
  const both = await Promise.all([form('/oauth/token', codeForm(code)), form('/oauth/token', codeForm(code))])
  const issued = both.filter(({ status }) => status === 200)
  expect(issued).toHaveLength(1)
  expect(await isOpen(issued[0]?.body['access_token'])).toBe(false)
})

test('refresh tokens work once and for their program; one that comes back ends all', async () => {
  const { tokens, refresh, form, register, isOpen, clientId } = await aHouse()
  const first = await tokens()
  const { client_id: otherId = '' } = (await register({ redirect_uris: [redirectUri] })).body
  const foreign = {
    grant_type: 'refresh_token',
    refresh_token: first['refresh_token'] ?? '',
    client_id: otherId,
  }
  expect((await form('/oauth/token', foreign)).status).toBe(400)
  // An access token is no refresh token, nor the other way round.
  expect((await refresh(first['access_token'])).status).toBe(400)
  expect(await isOpen(first['refresh_token'])).toBe(false)
  const second = (await refresh(first['refresh_token'])).body
  expect(await isOpen(second['access_token'])).toBe(true)
  expect((await refresh(first['refresh_token'])).status).toBe(400)
  expect(await isOpen(second['access_token'])).toBe(false)
  expect((await refresh(second['refresh_token'])).status).toBe(400)

  const third = await tokens()
  await form('/oauth/revoke', { token: third['refresh_token'] ?? '', client_id: otherId })
  expect(await isOpen(third['access_token'])).toBe(true)
  await form('/oauth/revoke', { token: third['refresh_token'] ?? '', client_id: clientId })
  expect(await isOpen(third['access_token'])).toBe(false)
  expect((await form('/oauth/revoke', { token: 'unknown', client_id: clientId })).status).toBe(200)
})

test('used refresh tokens are kept for thirty days, and a grant has no more than it can use in them', async () => {
  const { server, tokens, refresh, isOpen } = await aHouse()
  const { sql } = server
  const issued = [await tokens()]
  for (let n = 0; n < 3; n += 1) issued.push((await refresh(issued.at(-1)?.['refresh_token'])).body)
  const kept = async () => {
    const [row] = await sql<[{ count: number }]>`select count(*) from assistant_tokens where kind = 'refresh'`
    return row.count
  }
  expect(await kept()).toBe(4)
  await sql`
    update assistant_tokens set used_at = (used_at at time zone 'UTC' - case when token_sha256 = ${hashToken(secretOf(issued[2]))}
      then interval '29 days' else interval '31 days' end) at time zone 'UTC'`
  issued.push((await refresh(issued.at(-1)?.['refresh_token'])).body)
  expect(await kept()).toBe(3)
  expect(await isOpen(issued.at(-1)?.['access_token'])).toBe(true)
  expect((await refresh(issued[0]?.['refresh_token'])).status).toBe(400)
  expect(await isOpen(issued.at(-1)?.['access_token'])).toBe(true)
  expect((await refresh(issued[2]?.['refresh_token'])).status).toBe(400)
  expect(await isOpen(issued.at(-1)?.['access_token'])).toBe(false)

  const { refresh_token: last } = await tokens()
  await sql`
    insert into assistant_tokens (organization_id, token_sha256, grant_id, kind, expires_at, used_at)
    select organization_id, sha256(n::text::bytea), id, 'refresh', expires_at, now()
    from assistant_grants, generate_series(1, 10000) n`
  expect((await refresh(last)).body['error']).toBe('invalid_grant')
})

const secretOf = (issued: Record<string, string> | undefined) =>
  issued?.['refresh_token']?.split('.')[1] ?? ''

test('a token opens /mcp and no other door, in its organization only', async () => {
  const { url, tokens, mcp } = await aHouse()
  const { access_token: token = '' } = await tokens()
  for (const scheme of ['Bearer', 'Basic']) {
    const reply = await fetch(`${url}/ga/api/v2/mailing_lists`, {
      headers: { authorization: `${scheme} ${token}` },
    })
    expect(reply.status).toBe(401)
  }
  const inside = { authorization: `Bearer ${token}`, 'x-inside': 'a'.repeat(48) }
  expect((await fetch(`${url}/ga/api/v2/mailing_lists`, { headers: inside })).status).toBe(400)
  const [, secret = ''] = token.split('.')
  expect((await mcp(`1.${secret}`)).status).toBe(401)
  expect((await mcp(undefined)).challenge).toBe(
    `Bearer realm="Quiver", resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
  )
})

test('a program may never more than the person now: rights, lists, log-in', async () => {
  const { server, tokens, use, isOpen, mcp, person } = await aHouse()
  const { sql, a } = server
  const [one, other] = [await aList(sql, a.organizationId), await aList(sql, a.organizationId)]
  const names = async (token: string | undefined) =>
    (JSON.parse((await mcp(token)).text).result.tools as { name: string }[]).map(({ name }) => name)
  const reading = await tokens({ may_change: false })
  expect(await names(reading['access_token'])).toEqual(['search', 'describe', 'read'])
  const change = { call: 'updateMailingList', params: { id: one }, body: { mailing_list: { name: 'X' } } }
  expect(
    (await mcp(reading['access_token'], 'tools/call', { name: 'plan', arguments: change })).text,
  ).toContain('there is no tool')
  const limited = await tokens({ mailing_list_ids: [one] })
  const lists = await use(limited['access_token'], 'read', { call: 'listMailingLists' })
  expect(lists.structuredContent.data.map(({ id }: { id: number }) => id)).toEqual([one])
  const hidden = await use(limited['access_token'], 'read', {
    call: 'showMailingList',
    params: { id: other },
  })
  expect(hidden.isError).toBe(true)
  const users = await use(limited['access_token'], 'read', { call: 'listUsers' })
  expect(users.isError).toBe(true)

  const whole = await tokens()
  await sql`update users set role = 'standard', permissions = '{}', mailing_list_ids = ${[other]} where id = ${person.userId}`
  const now = await use(whole['access_token'], 'read', { call: 'listMailingLists' })
  expect(now.structuredContent.data.map(({ id }: { id: number }) => id)).toEqual([other])
  const nothing = await use(limited['access_token'], 'read', { call: 'listMailingLists' })
  expect(nothing.structuredContent.data).toEqual([])
  const refused = await use(whole['access_token'], 'plan', { ...change, params: { id: other } })
  expect(refused === undefined || refused.isError).toBe(true)

  await sql`update users set second_factor_required = true where id = ${person.userId}`
  expect(await isOpen(whole['access_token'])).toBe(false)
  await sql`update users set second_factor_required = false where id = ${person.userId}`
  await sql`
    insert into log_in_providers (organization_id, name, issuer, client_id, required)
    values (${a.organizationId}, 'P', 'https://p.example.com', 'p', true)`
  expect(await isOpen(whole['access_token'])).toBe(false)
  await sql`update log_in_providers set required = false`
  expect(await isOpen(whole['access_token'])).toBe(true)
  await sql`update users set active = false where id = ${person.userId}`
  expect(await isOpen(whole['access_token'])).toBe(false)
})

test('nobody agrees but the person: no key, no page of another site, no program, no second person', async () => {
  const { server, url, console_, request, tokens, person, isOpen, use } = await aHouse()
  const key = { headers: { authorization: `Basic ${server.a.credential}` } }
  expect((await console_('', request, key)).status).toBe(403)
  const { 'x-csrf-token': _, ...cookieOnly } = person.headers
  expect((await console_('', request, { headers: cookieOnly })).status).toBe(403)
  const foreign = { headers: { ...person.headers, 'sec-fetch-site': 'cross-site' } }
  expect((await console_('', request, foreign)).status).toBe(403)
  expect((await console_('', request, { headers: {} })).status).toBe(401)
  const page = await fetch(`${url}/console/connect?client_id=x`)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")

  const { access_token: token } = await tokens()
  const call = { call: 'createAssistantGrant', body: request }
  for (const tool of ['read', 'plan']) expect((await use(token, tool, call)).isError).toBe(true)
  const [{ id }] = await server.sql<[{ id: number }]>`select id from assistant_grants`
  const stranger = await aSession(server, server.a.organizationId, { role: 'organization_admin' })
  const end = async (as: SessionActor) => {
    const path = `/ga/api/v2/users/current/assistant_grants`
    const listed = await server.app.inject({ method: 'GET', url: path, headers: as.headers })
    const ended = await server.app.inject({ method: 'DELETE', url: `${path}/${id}`, headers: as.headers })
    return [listed.json().data.length, ended.statusCode]
  }
  expect(await end(stranger)).toEqual([0, 404])
  expect(await isOpen(token)).toBe(true)
  expect(await end(person)).toEqual([1, 200])
  expect(await isOpen(token)).toBe(false)
})

test('a person and a program of theirs are one: it approves nothing, and what it plans the person cannot approve', async () => {
  const { server, tokens, use, person } = await aHouse()
  const { sql, a } = server
  const listId = await aList(sql, a.organizationId)
  await people(sql, a.organizationId, listId, 1)
  await sql`insert into approval_rules (organization_id, position, kind) values (${a.organizationId}, 0, 'export')`
  const { access_token: token } = await tokens()
  const body = { subscriber_export: { begins_at: 'now' } }
  const call = { call: 'createSubscriberExport', params: { mailing_list_id: listId }, body }
  const planned = await use(token, 'plan', call)
  const { id } = planned.structuredContent.data
  expect(planned.structuredContent.data).toMatchObject({ state: 'waiting', assistant: 'Helper' })
  expect((await use(token, 'plan', { call: 'approvePlan', params: { id }, body: {} })).isError).toBe(true)
  expect((await use(token, 'apply', { plan_id: id })).isError).toBe(true)
  const approve = (as: SessionActor) =>
    server.app.inject({
      method: 'POST',
      url: `/ga/api/v2/plans/${id}/approve`,
      headers: as.headers,
      payload: '{}',
    })
  expect((await approve(person)).statusCode).toBe(403)
  const second = await aSession(server, a.organizationId, { role: 'organization_admin' })
  expect((await approve(second)).statusCode).toBe(200)
  expect((await use(token, 'apply', { plan_id: id })).isError).not.toBe(true)
})

test('the calls of programs without a credential are counted for each address', async () => {
  const { register } = await aHouse()
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async () => (await register({ redirect_uris: [redirectUri] })).status),
  )
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5)
})
