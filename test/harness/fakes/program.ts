import { createHash, randomBytes } from 'node:crypto'
import { aServer } from '../core/server.ts'
import { freePorts } from '../core/whole-server.ts'
import { aSession, type SessionActor } from '../records/sessions.ts'

export const redirectUri = 'http://127.0.0.1:33418/callback'
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A server at its own address, a person, and the calls of a program and of the console. */
export async function aHouse(user: Parameters<typeof aSession>[2] = { role: 'organization_admin' }) {
  const [port = 0] = await freePorts(1)
  const providers = { allow: [], allowLoopback: true }
  const server = await aServer({ rowSecurity: true, port, baseUrl: `http://127.0.0.1:${port}`, providers })
  const { url, a, app } = server
  const person = await aSession(server, a.organizationId, user)
  const form = async (path: string, fields: Record<string, string>) => {
    const reply = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const register = async (metadata: object) => {
    const reply = await fetch(`${url}/oauth/register`, { method: 'POST', body: JSON.stringify(metadata) })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const console_ = async (path: string, body: object, as: { headers: Record<string, string> } = person) => {
    const reply = await app.inject({
      method: 'POST',
      url: `/ga/api/v2/users/current/assistant_grants${path}`,
      headers: as.headers,
      payload: JSON.stringify(body),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const { client_id: clientId = '' } = (
    await register({
      client_name: 'Helper',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    })
  ).body
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
    state: 's',
  }
  const agree = async (more: object = {}, as?: SessionActor): Promise<string> => {
    const { body } = await console_('', { ...request, may_change: true, ...more }, as)
    if (body.data === null) throw new Error(body.error_message)
    return new URL(body.data.redirect_to).searchParams.get('code') ?? ''
  }
  const codeForm = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  })
  const tokens = async (more: object = {}, as?: SessionActor) =>
    (await form('/oauth/token', codeForm(await agree(more, as)))).body
  const refresh = (token: string | undefined) =>
    form('/oauth/token', { grant_type: 'refresh_token', refresh_token: token ?? '', client_id: clientId })
  const mcp = async (token: string | undefined, method = 'tools/list', params: object = {}) => {
    const reply = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return {
      status: reply.status,
      text: await reply.text(),
      challenge: reply.headers.get('www-authenticate'),
    }
  }
  const isOpen = async (token: string | undefined) => (await mcp(token)).status === 200
  const use = async (token: string | undefined, name: string, args: object) =>
    JSON.parse((await mcp(token, 'tools/call', { name, arguments: args })).text).result
  return {
    server,
    url,
    person,
    form,
    register,
    console_,
    request,
    agree,
    codeForm,
    tokens,
    refresh,
    mcp,
    isOpen,
    use,
    clientId,
  }
}
