import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { grantOf, grants } from '../../../src/contract/api/grants.ts'
import { rightNames } from '../../../src/contract/users/right-names.ts'
import { isNight } from '../../harness/night.ts'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'
import { figure } from '../../harness/watching/figure.ts'

const rights = Object.entries(rightNames).flatMap(([key, names]) => names.map((name) => `${key}.${name}`))

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

async function aKeyWith(api: WholeApi, right: string | null) {
  const actor = await anActor(api.sql, api.secrets, api.a.organizationId)
  const [key = '', name = ''] = right?.split('.') ?? []
  const permissions = right === null ? {} : { [key]: [name] }
  await api.sql`update api_keys set permissions = ${api.sql.json(permissions)} where id = ${actor.apiKeyId}`
  return actor
}

test(
  'a key with one right calls what the table opens by it, and nothing else',
  { timeout: 400_000 },
  async () => {
    const api = await aWholeApi()
    const wrong: string[] = []
    let calls = 0
    let opened = 0
    for (const [turn, right] of [null, ...rights].entries()) {
      const actor = await aKeyWith(api, right)
      let openedBy = 0
      for (const [index, { id, method, path, role, ofOwnAccount }] of endpoints.entries()) {
        // A key is not a user: it has no session.
        if (role === 'anyone' || ofOwnAccount === true) continue
        const [reach, opener = []] = grantOf(id)
        const isOpen = reach === 'own' || [opener].flat().some((one) => one === right)
        // By day each right tries every endpoint that it opens, and some of the others.
        if (!isOpen && !isNight && index % rights.length !== turn) continue
        const url = path.replaceAll(/:\w+/g, '1999999999')
        const body = method === 'POST' || method === 'PUT' ? {} : undefined
        const { status } = await api.request(method, url, actor, body)
        calls += 1
        if (isOpen && reach !== 'own') openedBy += 1
        if ((status !== 403) !== isOpen || status >= 500)
          wrong.push(`${method} ${path} by ${right}: ${status}`)
      }
      opened += openedBy
      if (right !== null && openedBy === 0) wrong.push(`${right} opens nothing`)
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
