import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientIdOf, readRegistration } from '../../actions/users/assistants/clients.ts'
import type { GrantParts } from '../../actions/users/assistants/grants.ts'
import { exchange, revoke } from '../../actions/users/assistants/tokens.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { Database } from '../../database/driver/connection.ts'
import { clientOf } from '../../outbound/network.ts'
import { createBuckets } from '../route/buckets.ts'
import { openBodyBytesMax, readBody, readForm } from '../server/read-body.ts'

// The authorization server of /mcp: RFC 6749 with PKCE, 7009, 7591, 8414, 8707, 9207 and 9728. People agree in the console.

/** Of all of these calls, for each address. */
const perMinute = 60

const metadataPath = '/.well-known/oauth-protected-resource'

export const metadataUrl = (baseUrl: string) => `${baseUrl}${metadataPath}/mcp`

const json = 'application/json; charset=utf-8'

type Parts = GrantParts & { database: Database }

export function oauthRoutes(app: FastifyInstance, parts: Parts): void {
  metadataRoutes(app, parts.baseUrl)
  const paced = pacedBy(createBuckets(perMinute))
  const { secrets, database } = parts

  app.post(
    '/oauth/register',
    paced(async (request, reply) => {
      const client = readRegistration(await readBody(request, reply, { bodyLimit: openBodyBytesMax }))
      if ('error' in client) {
        return answer(reply, 400, { error: client.error, error_description: client.description })
      }
      return answer(reply, 201, {
        client_id: clientIdOf(secrets, client),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      })
    }),
  )

  app.post(
    '/oauth/token',
    paced(async (request, reply) => {
      const issued = await exchange(database, parts, await readForm(request, reply))
      if (!('error' in issued)) return answer(reply, 200, issued)
      return answer(reply, issued.error === 'invalid_client' ? 401 : 400, issued)
    }),
  )

  app.post(
    '/oauth/revoke',
    paced(async (request, reply) => {
      await revoke(database, await readForm(request, reply))
      return answer(reply, 200, {})
    }),
  )
}

function metadataRoutes(app: FastifyInstance, baseUrl: string): void {
  const resource = {
    resource: `${baseUrl}/mcp`,
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    resource_name: 'Quiver',
  }
  const server = {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/console/connect`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
  // Behind BASE_URL, as in RFC 9728, with the path of the resource, and where a server below a path is asked for it.
  for (const path of [metadataPath, `${metadataPath}/mcp`]) {
    app.get(path, (_request, reply) => answer(reply, 200, resource))
  }
  app.get('/.well-known/oauth-authorization-server', (_request, reply) => answer(reply, 200, server))
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** With the errors of the protocol, and always their own status. */
function pacedBy(buckets: ReturnType<typeof createBuckets>) {
  return (handler: Handler): Handler =>
    async (request, reply) => {
      const { waitSeconds } = buckets.take(clientOf(request.ip))
      if (waitSeconds > 0) {
        const error_description = `too many requests; try again in ${waitSeconds} seconds`
        reply.header('retry-after', String(waitSeconds))
        return answer(reply, 429, { error: 'temporarily_unavailable', error_description })
      }
      try {
        return await handler(request, reply)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return answer(reply, error.status, { error: 'invalid_request', error_description: error.message })
      }
    }
}

function answer(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.status(status).headers({ 'cache-control': 'no-store' }).type(json).send(JSON.stringify(body))
}
