import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { grantOf, grants } from '../../../src/contract/api/grants.ts'
import { permissionsIn } from '../../../src/contract/users/permissions.ts'
import { rightNames, type Rights } from '../../../src/contract/users/right-names.ts'
import { isNight } from '../../harness/night.ts'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { aRole, aSession, everyRight } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'
import { figure } from '../../harness/watching/figure.ts'

/** What SCIM needs opens no endpoint (test/api/scim/walls.test.ts). */
const { scim: _, ...ofEndpoints } = rightNames
const rights = Object.entries(ofEndpoints).flatMap(([key, names]) => names.map((name) => `${key}.${name}`))

/** Inside of other calls, which have a right of their own. */
const inside = ['campaign.send']

test('every endpoint is in the table of rights, and the table has no other', () => {
  expect(Object.keys(grants).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted())
})

test('a permission that users need for a call is the right to it', () => {
  const wrong = endpoints.filter(({ id, permission }) => {
    const [, right] = grantOf(id)
    return permission !== undefined && JSON.stringify([permission].flat()) !== JSON.stringify([right].flat())
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})

async function aKeyWith(api: WholeApi, right: string | null): Promise<Actor> {
  const actor = await anActor(api.sql, api.secrets, api.a.organizationId)
  await api.sql`
    update api_keys set permissions = ${api.sql.json(rightsWith(right))} where id = ${actor.apiKeyId}`
  return actor
}

function rightsWith(right: string | null): Rights {
  const [key = '', name = ''] = right?.split('.') ?? []
  return right === null ? {} : { [key]: [name] }
}

type Holder = { what: string; headers: Record<string, string> }

/** A key with one right, and a user whose role has it. By day they take turns. */
async function holdersOf(api: WholeApi, right: string | null, turn: number): Promise<Holder[]> {
  const { organizationId } = api.a
  const aKey = async () => {
    const { credential } = await aKeyWith(api, right)
    return { what: 'a key', headers: { authorization: `Basic ${credential}` } }
  }
  const aUser = async () => {
    const role_id = await aRole(api.sql, organizationId, rightsWith(right))
    // Their own permissions do not count.
    const own = permissionsIn([everyRight])
    return { what: 'a user', ...(await aSession(api, organizationId, { role_id, permissions: own })) }
  }
  if (isNight) return [await aKey(), await aUser()]
  return [turn % 2 === 0 ? await aKey() : await aUser()]
}

test(
  'a key, or a user whose role has one right, calls what the table opens by it, and nothing else',
  { timeout: 800_000 },
  async () => {
    const api = await aWholeApi()
    const wrong: string[] = []
    let calls = 0
    let opened = 0
    for (const [turn, right] of [null, ...rights].entries()) {
      for (const { what, headers } of await holdersOf(api, right, turn)) {
        let openedBy = 0
        for (const [index, { id, method, path, role, ofOwnAccount }] of endpoints.entries()) {
          const [reach, needed = []] = grantOf(id)
          // Of a key: it is not a user, and has no session.
          if (role === 'anyone' || ofOwnAccount === true) continue
          const isOpen = reach === 'own' || [needed].flat().some((one) => one === right)
          // By day each right tries every endpoint that it opens, and some of the others.
          if (!isOpen && !isNight && index % rights.length !== turn) continue
          const url = `/ga/api/v2/${path.replaceAll(/:\w+/g, '1999999999')}`
          const payload = method === 'POST' || method === 'PUT' ? { payload: '{}' } : {}
          const { status } = await api.send({ method, url, headers, ...payload })
          calls += 1
          if (isOpen && reach !== 'own') openedBy += 1
          if ((status !== 403) !== isOpen || status >= 500)
            wrong.push(`${method} ${path} for ${what} by ${right}: ${status}`)
        }
        opened += openedBy
        if (right !== null && openedBy === 0) wrong.push(`${right} opens nothing`)
      }
    }
    expect(wrong.filter((one) => !inside.some((name) => one === `${name} opens nothing`))).toEqual([])
    figure(`${rights.length} rights, ${calls} calls, ${opened} open`)
  },
)

test('a key plans and applies what its right opens, and sees no plan of another key of the same person', async () => {
  const api = await aWholeApi()
  const { mailing_lists: listId } = await furnish(api, api.a, 'own')
  const [maker, other] = [
    await aKeyWith(api, 'segmentation_criteria.create'),
    await aKeyWith(api, 'segmentation_criteria.create'),
  ]
  await api.sql`update api_keys set held_by = 'user:1'`
  const segment = {
    name: 'Planned',
    clauses: [{ type: 'subscriber_email', operator: 'contains', value: 'a' }],
  }
  const call = { method: 'POST', path: `mailing_lists/${listId}/segments`, body: { segment } }
  const post = async (path: string, as: Actor, body: object = {}) => {
    const { status, text } = await api.request('POST', path, as, body)
    return { status, data: JSON.parse(text).data as { id: number } | null, text }
  }
  const plan = await post('plans', maker, { plan: call })
  expect([plan.status, plan.text]).toEqual([200, expect.stringContaining('"planned"')])
  const path = `plans/${plan.data?.id}`
  expect((await api.request('GET', path, other)).status).toBe(404)
  expect((await post(`${path}/apply`, other)).status).toBe(404)
  expect(JSON.parse((await api.request('GET', 'plans', other)).text).data).toEqual([])
  const { status } = await post('plans', maker, {
    plan: { method: 'DELETE', path: `mailing_lists/${listId}/subscribers/1` },
  })
  expect(status).toBe(403)
  expect((await post(`${path}/apply`, maker)).text).toContain('Planned')
  expect((await api.request('GET', path, api.a)).status).toBe(200)
})
