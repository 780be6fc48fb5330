import { AppError, forbidden, notFound } from '../../contract/api/errors.ts'
import { kinds, urns, type Attribute, type Resource, type ResourceKind } from '../../contract/scim/schemas.ts'
import { listAnswer } from './answers.ts'
import { resultsMax } from './lists.ts'
import type { ScimRoute, Visit } from './visit.ts'

/** What a client can find out by itself (RFC 7644, section 4). */
export function discoveryRoutes(route: ScimRoute): void {
  route('GET', '/ServiceProviderConfig', async ({ base }) => ({ body: config(base) }))
  resources(route, '/ResourceTypes', resourceType, ({ name }) => name)
  resources(route, '/Schemas', schema, ({ urn }) => urn)
  for (const path of ['/Me', '/Bulk'] as const) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      route(method, path, async () => {
        throw new AppError('invalid_request', `${path} is not supported`, { status: 501 })
      })
    }
  }
}

type Present = (base: string, kind: ResourceKind) => Resource

function resources(
  route: ScimRoute,
  path: string,
  present: Present,
  idOf: (kind: ResourceKind) => string,
): void {
  route('GET', path, async ({ base, asked }: Visit) => {
    if (asked['filter'] !== undefined) throw forbidden(`${path} takes no filter`)
    return listAnswer(
      kinds.map((kind) => present(base, kind)),
      kinds.length,
      1,
    )
  })
  route('GET', `${path}/:name`, async ({ base, params }) => {
    const kind = kinds.find((one) => idOf(one) === params['name'])
    if (kind === undefined) throw notFound('resource')
    return { body: present(base, kind) }
  })
}

function config(base: string): Resource {
  return {
    schemas: [urns.config],
    documentationUri: base.replace(/\/scim\/v2$/, '/docs'),
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: resultsMax },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'An API key of the organization with the right scim.provision.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

function resourceType(base: string, { name, path, urn, description }: ResourceKind): Resource {
  return {
    schemas: [urns.resourceType],
    id: name,
    name,
    endpoint: `/${path}`,
    description,
    schema: urn,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }
}

function schema(base: string, { name, urn, description, own }: ResourceKind): Resource {
  return {
    schemas: [urns.schema],
    id: urn,
    name,
    description,
    attributes: own.map(describe),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${urn}` },
  }
}

/** What says nothing about a type is left out. */
function describe({ type, caseExact, uniqueness, subAttributes, ...rest }: Attribute): Resource {
  const isText = type === 'string' || type === 'reference'
  return {
    ...rest,
    type,
    ...(isText && { caseExact, uniqueness }),
    ...(subAttributes !== undefined && { subAttributes: subAttributes.map(describe) }),
  }
}
