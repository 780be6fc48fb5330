import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { invalid } from '../../contract/api/errors.ts'
import { planSchema } from '../../contract/plans/endpoints.ts'
import { describe } from './describe.ts'
import { findCall, pathOf } from './catalog.ts'
import { make, type Visit } from './inside.ts'
import { outputSchema, type Told } from './marked.ts'
import { searchCalls } from './search.ts'

const call = z.string().max(100).meta({ description: 'The name of a call, as search tells it.' })
const params = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .default({})
  .meta({ description: 'The values in the path of the call, such as {"mailing_list_id": 3}.' })
const body = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({ description: 'The body of the call, as describe tells it.' })
const scalar = z.union([z.string(), z.number(), z.boolean()])

const inputs = {
  search: z.strictObject({
    query: z.string().min(1).max(200).meta({
      description:
        'What you want to do or to find, in English words such as “create segment”, or a name or address.',
    }),
  }),
  describe: z.strictObject({ call }),
  read: z.strictObject({
    call,
    params,
    query: z
      .record(z.string(), z.union([scalar, z.array(scalar)]))
      .default({})
      .meta({ description: 'The query parameters of the call.' }),
    body,
  }),
  plan: z.strictObject({
    call,
    params,
    body,
    people_tolerance_percent: z.int().min(0).max(100).default(0).meta({
      description: 'By how many per cent the number of people may have changed when the plan is applied.',
    }),
  }),
  apply: z.strictObject({ plan_id: z.int().positive() }),
}

type Name = keyof typeof inputs
type Input<Key extends Name> = z.output<(typeof inputs)[Key]>

const descriptions: Record<Name, string> = {
  search:
    'Find the calls for a task, and people, lists, segments, campaigns and imports by name. Begin here: the other tools take the names of calls.',
  describe: 'Tell the parameters, the query and the body of a call, with an example.',
  read: 'Read: lists, single records, figures, checks and previews. It changes nothing.',
  plan: 'Plan a change: tell exactly what the call would do (people, messages, credits, who is left out and why) and change nothing. Show the person what it says before you apply it.',
  apply:
    'Carry out a plan, once, exactly as planned. It is refused if what the plan saw has changed, or if a second person has to approve it first.',
}

const hints: Record<Name, Tool['annotations']> = {
  search: { readOnlyHint: true, openWorldHint: false },
  describe: { readOnlyHint: true, openWorldHint: false },
  read: { readOnlyHint: true, openWorldHint: false },
  plan: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  apply: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
}

/** Those that the key can use. */
export function toolsFor({ calls }: Visit): Tool[] {
  return namesFor(calls).map((name) => ({
    name,
    description: descriptions[name],
    inputSchema: inputSchemaOf(name),
    outputSchema,
    annotations: hints[name] ?? {},
  }))
}

function namesFor(calls: Visit['calls']): Name[] {
  const names: Name[] = ['search', 'describe']
  if (calls.some(({ use }) => use === 'read')) names.push('read')
  if (calls.some(({ use }) => use === 'plan')) names.push('plan', 'apply')
  return names
}

function inputSchemaOf(name: Name): Tool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(inputs[name], { io: 'input' })
  return schema as Tool['inputSchema']
}

/** @throws AppError with which it is refused. @returns null: there is no such tool for the key. */
export async function useTool(visit: Visit, name: string, given: unknown): Promise<Told | null> {
  const known = namesFor(visit.calls).find((one) => one === name)
  if (known === undefined) return null
  return uses[known](visit, given)
}

function checked<Key extends Name>(name: Key, given: unknown): Input<Key> {
  const { data, error } = inputs[name].safeParse(given ?? {})
  if (error === undefined) return data as Input<Key>
  throw invalid(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join(', '))
}

const uses: Record<Name, (visit: Visit, given: unknown) => Promise<Told>> = {
  search: async (visit, given) => {
    const { query } = checked('search', given)
    const calls = searchCalls(visit.calls, query).map(({ endpoint, use }) => ({
      call: endpoint.id,
      tool: use,
      what: endpoint.summary.replace(/(?<=^.{40,}?)[.:;] .*$/s, ''),
    }))
    const mayFind = visit.calls.some(({ endpoint }) => endpoint.id === 'search')
    const path = `search?${new URLSearchParams({ q: query })}`
    const records = mayFind ? (await make(visit, { method: 'GET', path })).data : []
    return { data: { calls, records } }
  },

  describe: async (visit, given) => ({
    data: describe(findCall(visit.calls, checked('describe', given).call)),
  }),

  read: async (visit, given) => {
    const input = checked('read', given)
    const { endpoint, use } = findCall(visit.calls, input.call)
    if (use !== 'read') throw invalid(`${endpoint.id} changes something: plan it, and apply the plan`)
    const { method } = endpoint
    const path = `${pathOf(endpoint, input.params)}${queryOf(input.query)}`
    return make(visit, { method, path, body: method === 'GET' ? null : JSON.stringify(input.body ?? {}) })
  },

  plan: async (visit, given) => {
    const input = checked('plan', given)
    const { endpoint, use } = findCall(visit.calls, input.call)
    if (use !== 'plan') throw invalid(`${endpoint.id} changes nothing: read it`)
    const plan = {
      method: endpoint.method,
      path: pathOf(endpoint, input.params),
      body: input.body,
      people_tolerance_percent: input.people_tolerance_percent,
    }
    const told = await make(visit, { method: 'POST', path: 'plans', body: JSON.stringify({ plan }) })
    return { next: nextOf(visit, planSchema.parse(told.data)), ...told }
  },

  apply: async (visit, given) => {
    const { plan_id: id } = checked('apply', given)
    const told = await make(visit, { method: 'POST', path: `plans/${id}/apply`, body: '{}' })
    return { next: `Plan ${id} was carried out.`, ...told }
  },
}

/** What follows a plan, in words. */
function nextOf(
  { baseUrl, caller }: Visit,
  { id, state, needs, expires_at: end }: z.output<typeof planSchema>,
) {
  if (state !== 'waiting') {
    return `Nothing has changed yet. Tell the person what plan ${id} would do; apply carries it out, until ${end}.`
  }
  const page = `${baseUrl}/console/o/${caller.organization_id}/approvals/${id}`
  return `Nothing has changed yet. Request ${id} waits for the approval of a second person (${needs.join(', ')}), who has been told by mail and decides at ${page}; you and your key cannot approve it. Read showPlan for the decision: once its state is approved, apply carries it out, until ${end}.`
}

function queryOf(query: Input<'read'>['query']): string {
  const values = Object.entries(query).map(([name, value]) => [name, [value].flat().join(',')] as const)
  return values.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(values))}`
}
