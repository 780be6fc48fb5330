import type { Endpoint, Role } from '../../contract/api/endpoint.ts'

type Callers = Pick<Endpoint, 'role' | 'permission' | 'ofOwnAccount'>

/** Keys have only these two of the roles. */
const administrators = {
  organization_admin: 'organization_admin, system_admin',
  system_admin: 'system_admin',
}

export function callersOf(endpoint: Callers): string {
  const { role, permission } = endpoint
  if (role === 'anyone') return 'Needs no credential.'
  if (isOfOwnAccount(endpoint)) {
    const whom = role === 'standard' ? 'of any role' : `with the role ${role}`
    return `Users who are logged in, ${whom}. Keys are refused.`
  }
  if (role !== 'standard') return `Keys and users: ${administrators[role]}.`
  const names = [permission ?? []].flat().join('` or `')
  const condition = names === '' ? '' : `; \`standard\` needs the permission \`${names}\``
  return `Keys: ${administrators.organization_admin}. Users: any role${condition}.`
}

export function shortCallersOf(endpoint: Callers): Role | 'anyone' | `${Role}, ${string}` {
  const { role, permission } = endpoint
  if (role !== 'anyone' && isOfOwnAccount(endpoint)) return `${role}, no keys`
  return role === 'standard' && permission !== undefined
    ? `standard, ${[permission].flat().join(' or ')}`
    : role
}

/** Alternatives. A session also needs its CSRF token, except for GET. */
export function securityOf(endpoint: Callers & Pick<Endpoint, 'method'>): Record<string, string[]>[] {
  if (endpoint.role === 'anyone') return []
  const session = { session: [], ...(endpoint.method === 'GET' ? {} : { csrf: [] }) }
  return isOfOwnAccount(endpoint) ? [session] : [{ basic: [] }, { bearer: [] }, session]
}

/** Sessions and second factors belong to users; keys have neither. */
function isOfOwnAccount({ ofOwnAccount }: Callers): boolean {
  return ofOwnAccount === true
}

export const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: "The organization's id as user name, the key as password.",
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `api_key` attribute of a key as it is: base64 of `<organization id>:<key>`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-quiver_session',
    description: 'Set by `POST sessions`, for users.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The `csrf_token` of the session; a session needs it for every call but GET.',
  },
}
