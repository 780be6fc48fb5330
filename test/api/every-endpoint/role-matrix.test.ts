import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { permissionNames } from '../../../src/contract/users/permissions.ts'
import { type Actor, anActor } from '../../harness/core/api.ts'
import { needOf, type Need } from '../../harness/records/needs.ts'
import { aSession, type SessionActor } from '../../harness/records/sessions.ts'
import { isNight } from '../../harness/night.ts'
import { aWholeApi, type WholeApi } from '../../harness/records/tenants.ts'

type Who =
  | 'stepped_in'
  | 'nobody'
  | 'inactive'
  | 'standard'
  | 'permitted'
  | 'organization_admin'
  | 'system_admin'
type Caller = { who: Who; as: Actor | SessionActor | null }

function expectedOf(need: Need, who: Who): 'open' | 401 | 403 {
  if (need === 'nobody') return 'open'
  if (who === 'nobody' || who === 'inactive') return 401
  if (who === 'system_admin') return 'open'
  if (need === 'system_admin') return 403
  if (who === 'organization_admin' || need === 'user') return 'open'
  return typeof need === 'object' && who === 'permitted' ? 'open' : 403
}

async function everybody(api: WholeApi): Promise<Caller[]> {
  const { sql, a, system } = api
  const inactive = await anActor(sql, api.secrets, a.organizationId)
  await sql`update api_keys set active = false where id = ${inactive.apiKeyId}`
  const permissions = Object.fromEntries(
    Object.entries(permissionNames).map(([key, names]) => [key, [...names]]),
  )
  const session = (organizationId: number, attributes: object) => aSession(api, organizationId, attributes)
  return [
    { who: 'nobody', as: null },
    { who: 'inactive', as: inactive },
    { who: 'inactive', as: await session(a.organizationId, { role: 'organization_admin', active: false }) },
    { who: 'standard', as: await session(a.organizationId, { role: 'standard' }) },
    { who: 'permitted', as: await session(a.organizationId, { role: 'standard', permissions }) },
    { who: 'organization_admin', as: a },
    { who: 'organization_admin', as: await session(a.organizationId, { role: 'organization_admin' }) },
    // The role decides even on the System Organization.
    { who: 'organization_admin', as: await anActor(sql, api.secrets, 1) },
    { who: 'system_admin', as: system },
    { who: 'system_admin', as: await session(1, { role: 'system_admin' }) },
    { who: 'stepped_in', as: await aSteppedIn(api, a.organizationId) },
  ]
}

/** In another organization, a system administrator is an organization_admin, except for the own account. */
async function aSteppedIn(api: WholeApi, organizationId: number): Promise<SessionActor> {
  const as = await aSession(api, 1, { role: 'system_admin' })
  await api.sql`
    update user_sessions set stepped_into_organization_id = ${organizationId} where user_id = ${as.userId}`
  return as
}

/** By day an endpoint is called by one caller of each kind: the next endpoint by the next of them. */
function oneOfEachKind(callers: readonly Caller[], turn: number): Caller[] {
  const kinds = [...new Set(callers.map(({ who }) => who))]
  return kinds.flatMap((kind) => {
    const some = callers.filter(({ who }) => who === kind)
    return some.slice(turn % some.length, (turn % some.length) + 1)
  })
}

function headersOf(as: Caller['as']): Record<string, string> {
  if (as === null) return {}
  return 'credential' in as ? { authorization: `Basic ${as.credential}` } : as.headers
}

test(
  'every route is open to the callers in the table and closed to all others',
  { timeout: 240_000 },
  async () => {
    const api = await aWholeApi()
    const wrong: string[] = []
    const callers = await everybody(api)
    // The log-out comes last because it would end the sessions that the other routes need; before it, the step out.
    const last = ['stepOut', 'deleteCurrentSession'].flatMap((id) => endpoints.filter((one) => one.id === id))
    for (const [index, { method, path, ofOwnAccount }] of [
      ...endpoints.filter((endpoint) => !last.includes(endpoint)),
      ...last,
    ].entries()) {
      const need = needOf(`${method} ${path}`)
      for (const { who, as } of isNight ? callers : oneOfEachKind(callers, index)) {
        const url = `/ga/api/v2/${path.replaceAll(/:\w+/g, '1999999999')}`
        const { status } = await api.send({
          method,
          url,
          headers: headersOf(as),
          ...(method === 'POST' || method === 'PUT' ? { payload: '{}' } : {}),
        })
        const got = status === 401 || status === 403 ? status : 'open'
        // A key is not a user: it has no session and no second factor.
        if (
          need !== 'nobody' &&
          got !== 401 &&
          as !== null &&
          'credential' in as &&
          /current|^sessions/.test(path)
        )
          continue
        const acts =
          who !== 'stepped_in' ? who : ofOwnAccount === true ? 'system_admin' : 'organization_admin'
        if (got !== expectedOf(need, acts)) wrong.push(`${method} ${path} as ${who}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  },
)
