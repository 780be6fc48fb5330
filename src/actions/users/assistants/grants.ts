import { invalid, notFound } from '../../../contract/api/errors.ts'
import type { GrantInput, GrantRequest } from '../../../contract/users/assistant-grants.ts'
import { formatHandle } from '../../../contract/values/handles.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import { requireLists } from '../../../store/lists/named.ts'
import * as store from '../../../store/users/assistant-grants.ts'
import { findProof } from '../../../store/users/sessions.ts'
import { findUser } from '../../../store/users/rows.ts'
import { insertSystemMail } from '../../../store/users/system-mails.ts'
import type { UserActor } from '../sessions.ts'
import { isOwnMachine, isRegistered, readClient, type Client } from './clients.ts'
import { isDocumentId, type ClientDocuments } from './documents.ts'

export type GrantParts = { secrets: Secrets; baseUrl: string }

export type ConsentParts = GrantParts & { documents: ClientDocuments }

const grantsMax = 20

type Checked = { client: Client; redirect: URL; challenge: string }

/** Before anything leads to an address of the request. @throws AppError `validation_failed`. */
async function checkRequest(
  { secrets, baseUrl, documents }: ConsentParts,
  organizationId: number,
  request: GrantRequest,
): Promise<Checked> {
  const { client_id: id } = request
  const client = isDocumentId(id) ? await documents(organizationId, id) : readClient(secrets, id)
  if (client === null) {
    throw invalid('client_id is not known here: remove Quiver from the program, and connect it again')
  }
  if (!isRegistered(client, request.redirect_uri)) {
    throw invalid('redirect_uri is not one that the program has registered')
  }
  if (request.response_type !== 'code') throw invalid('response_type must be code')
  const challenge = request.code_challenge ?? ''
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw invalid('code_challenge must be a challenge of PKCE with the method S256')
  }
  if (!isResource(baseUrl, request.resource ?? null)) throw invalid(`resource must be ${baseUrl}/mcp`)
  return { client, redirect: new URL(request.redirect_uri), challenge }
}

/** RFC 8707. None: there is only one. */
export function isResource(baseUrl: string, given: string | null): boolean {
  return given === null || given.replace(/\/$/, '') === `${baseUrl}/mcp`
}

export async function inspectRequest(parts: ConsentParts, organizationId: number, request: GrantRequest) {
  const { client, redirect } = await checkRequest(parts, organizationId, request)
  const refused = { error: 'access_denied', state: request.state ?? null }
  return {
    client_name: client.name,
    redirect_host: redirect.host,
    is_own_machine: isOwnMachine(redirect.hostname),
    refused_to: answerTo(parts, redirect, refused),
  }
}

/** With the issuer, so that a program that speaks to several servers cannot mix them up (RFC 9207). */
function answerTo({ baseUrl }: GrantParts, redirect: URL, answer: Record<string, string | null>): string {
  const to = new URL(redirect)
  for (const [name, value] of Object.entries({ ...answer, iss: baseUrl })) {
    if (value !== null) to.searchParams.set(name, value)
  }
  return to.href
}

export async function addGrant(
  sql: Scoped,
  { caller, userId, sessionId, audit }: UserActor,
  parts: ConsentParts,
  fields: () => GrantInput,
): Promise<string> {
  const input = fields()
  const { organization_id: organizationId } = caller
  const { client, redirect, challenge } = await checkRequest(parts, organizationId, input)
  const listIds = input.mailing_list_ids ?? null
  const code = await sql.begin(async (sql) => {
    if (listIds !== null) await requireLists(sql, organizationId, listIds)
    if ((await store.countGrants(sql, organizationId, userId)) >= grantsMax) {
      throw invalid(`a user can let at most ${grantsMax} programs act: end one first`)
    }
    const mayChange = input.may_change ?? false
    const code = await store.insertGrant(sql, organizationId, {
      userId,
      clientId: input.client_id,
      clientName: client.name,
      redirectUri: input.redirect_uri,
      challenge,
      mayChange,
      listIds,
      days: input.days ?? 30,
      proof: await findProof(sql, organizationId, sessionId),
    })
    const details = { client: client.name, host: redirect.host, may_change: mayChange }
    await audit(sql, { kind: 'user.assistant_connected', subject_type: 'User', subject_id: userId, details })
    const user = await findUser(sql, organizationId, userId, caller)
    await insertSystemMail(sql, organizationId, {
      to_email: user.email,
      subject: 'A program was connected to your account',
      text: `Hello ${user.full_name},\n\nA program that calls itself “${client.name}” (${redirect.host}) now ${mayChange ? 'reads and plans changes' : 'reads'} in your name. If that was not you, end it under Your account, and change your password:\n${parts.baseUrl}/console/me\n`,
    })
    return code
  })
  const handle = formatHandle({ organizationId, token: code })
  return answerTo(parts, redirect, { code: handle, state: input.state ?? null })
}

export function findOwnGrants(sql: Scoped, { caller, userId }: UserActor): Promise<store.GrantRow[]> {
  return store.findGrants(sql, caller.organization_id, userId)
}

export async function endOwnGrant(
  sql: Scoped,
  { caller, userId, audit }: UserActor,
  id: number,
): Promise<void> {
  return sql.begin(async (sql) => {
    const client = await store.deleteGrant(sql, caller.organization_id, { userId, id })
    if (client === null) throw notFound('assistant grant')
    const details = { client }
    await audit(sql, { kind: 'user.assistant_ended', subject_type: 'User', subject_id: userId, details })
  })
}
