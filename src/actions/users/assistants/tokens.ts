import { createHash, timingSafeEqual } from 'node:crypto'
import { formatHandle, parseHandle, type Handle } from '../../../contract/values/handles.ts'
import type { Database, Transaction } from '../../../database/driver/connection.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import * as store from '../../../store/users/assistant-grants.ts'
import { readClient } from './clients.ts'
import { isDocumentId } from './documents.ts'
import { isResource, type GrantParts } from './grants.ts'

/** As RFC 6749 names it. */
export type OAuthProblem = { error: string; error_description: string }

export type Issued = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
}

/** Of a form; empty fields are absent. */
export type TokenForm = { get: (name: string) => string | null }

const problem = (error: string, description: string): OAuthProblem => ({
  error,
  error_description: description,
})
const badGrant = problem(
  'invalid_grant',
  'the code or token is wrong, used, expired, or was given to somebody else',
)

export async function exchange(
  database: Database,
  parts: GrantParts,
  form: TokenForm,
): Promise<Issued | OAuthProblem> {
  const clientId = form.get('client_id') ?? ''
  // Of an id that is an address its grant says more than the address would.
  if (!isDocumentId(clientId) && readClient(parts.secrets, clientId) === null) {
    return problem('invalid_client', 'client_id is not known here: register again')
  }
  if (!isResource(parts.baseUrl, form.get('resource'))) {
    return problem('invalid_target', `resource must be ${parts.baseUrl}/mcp`)
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return use(database, { clientId, kind: 'code', text: form.get('code') }, (held) =>
        isOfAsker(held, form),
      )
    case 'refresh_token':
      return use(database, { clientId, kind: 'refresh', text: form.get('refresh_token') }, () => true)
    default:
      return problem('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  }
}

/** The same redirect as before, and the secret of which the program has shown the hash. */
function isOfAsker(
  { redirect_uri: uri, code_challenge: challenge }: store.HeldToken,
  form: TokenForm,
): boolean {
  const verifier = form.get('code_verifier') ?? ''
  if (form.get('redirect_uri') !== uri || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  const shown = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(shown), Buffer.from(challenge))
}

type Given = { clientId: string; kind: 'code' | 'refresh'; text: string | null }

/** Once: a second use means that somebody else has it, too, and ends the grant with all of its tokens. */
async function use(
  database: Database,
  { clientId, kind, text }: Given,
  isRight: (held: store.HeldToken) => boolean,
): Promise<Issued | OAuthProblem> {
  const handle = parseHandle(text ?? '')
  if (handle === null) return badGrant
  const { organizationId, token } = handle
  const issued = await database.within(organizationId).begin(async (sql) => {
    const held = await store.lockToken(sql, organizationId, { token, kind, clientId })
    if (held === null || !held.is_of_client || !isRight(held)) return null
    if (held.is_used) {
      await end(sql, organizationId, held, `its ${kind === 'code' ? 'code' : 'refresh token'} was used twice`)
      return null
    }
    if (!held.is_good) return null
    await store.noteTokenUse(sql, organizationId, token)
    return store.insertTokens(sql, organizationId, held.grant_id)
  })
  if (issued === null) return badGrant
  return {
    access_token: formatHandle({ organizationId, token: issued.access }),
    token_type: 'Bearer',
    expires_in: issued.expiresInSeconds,
    refresh_token: formatHandle({ organizationId, token: issued.refresh }),
  }
}

async function end(
  sql: Transaction,
  organizationId: number,
  {
    grant_id: id,
    user_id: userId,
    client_name: client,
  }: Pick<store.HeldToken, 'grant_id' | 'user_id' | 'client_name'>,
  reason: string,
): Promise<void> {
  await store.deleteGrant(sql, organizationId, { userId, id })
  await insertAuditEvent(sql, organizationId, {
    kind: 'user.assistant_ended',
    subject_type: 'User',
    subject_id: userId,
    details: { client, reason },
  })
}

/** RFC 7009, by access or refresh token: the whole grant. What is not known is revoked already. */
export async function revoke(database: Database, form: TokenForm): Promise<void> {
  const handle = parseHandle(form.get('token') ?? '')
  if (handle === null) return
  const { organizationId, token } = handle
  const clientId = form.get('client_id') ?? ''
  await database.within(organizationId).begin(async (sql) => {
    const found = await store.findGrantOf(sql, organizationId, { token, clientId })
    if (found === null) return
    const { id: grant_id, userId: user_id, client: client_name } = found
    await end(sql, organizationId, { grant_id, user_id, client_name }, 'the program has ended it')
  })
}

/** Of an Authorization header: tokens of keys look otherwise. */
export function readGrantToken(authorization: string | undefined): Handle | null {
  const [, token = ''] = /^bearer ([^ ]+)$/i.exec(authorization ?? '') ?? []
  return parseHandle(token)
}
