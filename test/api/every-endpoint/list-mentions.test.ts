import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { grantOf } from '../../../src/contract/api/grants.ts'
import { collectionOf } from '../../harness/fuzz/foreign-ids.ts'
import { aRole, aSession, everyRight } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'

const secret = 'zebra9f2'

test(
  'what a caller of some lists sees does not name the lists that it mentions',
  { timeout: 60_000 },
  async () => {
    const api = await aWholeApi()
    const { a } = api
    const own = await furnish(api, a, 'own')
    const ids: Possessions = { ...own, special_sending_rules: await mention(api, own) }
    const { headers } = await aSession(api, a.organizationId, {
      role: 'standard',
      role_id: await aRole(api.sql, a.organizationId, everyRight),
      mailing_list_ids: [Number(own.mailing_lists)],
    })
    const leaks: string[] = []
    let answered = 0
    for (const { id, method, path } of endpoints) {
      if (method !== 'GET' || id.startsWith('watch') || path === 'stream') continue
      if (['whole', 'system', 'public'].includes(grantOf(id)[0])) continue
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
        name === 'email' || name === 'ids' ? 'own@example.com' : (ids[collectionOf(path, name)] ?? '1'),
      )
      const { status, text } = await api.send({ method, url: `/ga/api/v2/${filled}`, headers })
      if (status === 200) answered += 1
      if (text.includes(secret)) leaks.push(`GET ${filled}: ${text}`)
    }
    expect(answered).toBeGreaterThan(80)
    expect(leaks).toEqual([])
    expect((await api.request('GET', `segments/${own.segments}`, a)).text).toContain(secret)
  },
)

/** A segment of the granted list, a step with it and a rule for all lists have a condition about another one. @returns the rule */
async function mention(api: WholeApi, own: Possessions): Promise<string> {
  const { a, request } = api
  const make = async (path: string, wrapper: string, record: object, method = 'POST') => {
    const { status, text } = await request(method, path, a, { [wrapper]: record })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return String(JSON.parse(text).data?.id)
  }
  const id = Number(await make('mailing_lists', 'mailing_list', { name: secret }))
  await make(`mailing_lists/${id}/subscribers`, 'subscriber', { email: 'own@example.com', status: 'active' })
  const clauses = [{ type: 'in_mailing_list', operator: 'is_in', mailing_list: { id } }]
  await make(`segments/${own.segments}`, 'segment', { clauses }, 'PUT')
  const steps = `mailing_lists/${own.mailing_lists}/autoresponders/${own.autoresponders}/steps`
  await make(`${steps}/${own.steps}`, 'step', { segmentation_criteria_id: Number(own.segments) }, 'PUT')
  return make('special_sending_rules', 'special_sending_rule', {
    name: 'Rule',
    clauses,
    skip_when: 'matching',
  })
}
