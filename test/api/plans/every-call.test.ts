import { expect, test } from 'vitest'
import { isPlannable } from '../../../src/actions/plans/plannable.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { figure } from '../../harness/watching/figure.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'

/** `mailing_lists/:mailing_list_id/campaigns`: each parameter is a record of the collection before it. */
function filled(path: string, own: Possessions): string {
  const segments = path.split('/')
  return segments
    .map((segment, index) => (segment.startsWith(':') ? (own[segments[index - 1] ?? ''] ?? '1') : segment))
    .join('/')
}

type Call = { id: string; method: string; path: string; body: object | undefined; isOfSystem: boolean }

/** Each call that can be planned, about the records of the organization. */
function callsOn(own: Possessions): Call[] {
  return endpoints.filter(isPlannable).map(({ id, method, path, wrapper }) => {
    const example = requestExamples[id]
    return {
      id,
      method,
      path: filled(path, own),
      body: example === undefined || wrapper === undefined ? example : { [wrapper]: example },
      isOfSystem: path.startsWith('organizations') || path.startsWith('database_'),
    }
  })
}

/** The rows of each table with their versions, plans apart. */
async function versionsOf(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'plans' order by relname`
  const versions = tables.map(
    ({ name }) =>
      `select '${name}', coalesce(string_agg(ctid::text || xmin::text || t::text, ' ' order by ctid, t::text), '') from ${name} t`,
  )
  const [row] = await sql.unsafe<[{ of: Record<string, string> }]>(
    `select jsonb_object_agg(name, rows) as of from (${versions.join(' union all ')}) as versions (name, rows)`,
  )
  return row.of
}

type Planned = { id: number; effects: { records: unknown[] } }

async function plan(api: WholeApi, { method, path, body, isOfSystem }: Call) {
  const as = isOfSystem ? api.system : api.a
  const { status, text } = await api.request('POST', 'plans', as, { plan: { method, path, body } })
  return { status, text, as, data: JSON.parse(text).data as Planned }
}

test(
  'a plan of any call changes no row of any table but plans, and a refused one is refused as the call is',
  { timeout: 180_000 },
  async () => {
    const api = await aWholeApi()
    const own = await furnish(api, api.a, 'own')
    await api.sql`update api_keys set last_used_at = now() + interval '1 day'`
    const before = await versionsOf(api.sql)
    const planned: string[] = []
    for (const call of callsOn(own)) {
      const { status, text } = await plan(api, call)
      expect(status, `${call.id}: ${text}`).toBeLessThan(500)
      if (status === 200) planned.push(call.id)
    }
    expect(await versionsOf(api.sql)).toEqual(before)
    figure(`${planned.length} kinds of calls planned`)
    expect(planned.length).toBeGreaterThan(60)
    expect(planned).toEqual(expect.arrayContaining(['createSegment', 'createCampaign', 'deleteSubscriber']))
  },
)

test('any planned call is applied with the effects that the plan tells', { timeout: 180_000 }, async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'own')
  const wrong: string[] = []
  let applied = 0
  // What takes records away comes last.
  const order = ({ method, path }: Call) =>
    Number(method === 'DELETE') + Number(/erase|cancel|undo/.test(path))
  for (const call of callsOn(own).toSorted((one, other) => order(one) - order(other))) {
    const { status, as, data } = await plan(api, call)
    if (status !== 200) continue
    const before = await api.sql`select count(*) from audit_events where kind = 'plan.applied'`
    const answer = await api.request('POST', `plans/${data.id}/apply`, as)
    const after = await api.sql`select count(*) from audit_events where kind = 'plan.applied'`
    if (answer.status !== 200) wrong.push(`${call.id}: ${answer.status} ${answer.text}`)
    else if (after[0]?.['count'] !== before[0]?.['count'] + 1) wrong.push(`${call.id} left no event`)
    else applied += 1
    const again = await api.request('POST', `plans/${data.id}/apply`, as)
    if (again.status !== 409) wrong.push(`${call.id} was applied twice: ${again.text}`)
  }
  expect(wrong).toEqual([])
  expect(applied).toBeGreaterThan(60)
})
