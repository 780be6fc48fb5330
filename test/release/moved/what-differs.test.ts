import path from 'node:path'
import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'
import type { Ids, ReplayedCall, Resource } from './call.ts'
import { clients } from './clients.ts'
import { documented } from './documented.ts'

const page = path.resolve('docs/what-differs.md')

type Outcome = { call: ReplayedCall; problem: string | null }

/** In the mount that the contract documents. Codes and ids of the answer are kept for the calls that follow. */
async function replay(api: WholeApi, ids: Ids, one: ReplayedCall, scheme: string): Promise<Outcome> {
  const [method = '', given = ''] = one.call.split(' ')
  const url = `/ga/api/v2/${given.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing')}`
  const { credential } = one.as === 'system' ? api.system : api.a
  const headers = {
    'content-type': 'application/json',
    ...one.headers,
    authorization: `${scheme} ${credential}`,
  }
  const payload = one.body === undefined ? {} : { payload: JSON.stringify(one.body(ids)) }
  const { status, text } = await api.send({ method, url, headers, ...payload })
  if (status !== 200) return { call: one, problem: `${status} ${text}` }
  if (text.startsWith('"')) return { call: one, problem: null }
  const { data } = JSON.parse(text) as { data: unknown }
  const record = (Array.isArray(data) ? data[0] : data) as Record<string, unknown> | null | undefined
  if (one.keep !== undefined) ids[one.keep] = String(record?.['id'])
  const code = record?.['delete_confirmation_code']
  if (typeof code === 'string') ids['code'] = code
  const missing = (one.answers ?? '').split(' ').filter((name) => name !== '' && !(name in (record ?? {})))
  return { call: one, problem: missing.length === 0 ? null : `without ${missing.join(', ')}` }
}

async function replayAll(api: WholeApi, ids: Ids, resources: readonly Resource[], scheme = 'Basic') {
  const outcomes: Outcome[] = []
  for (const { calls } of resources) {
    for (const one of calls) outcomes.push(await replay(api, ids, one, scheme))
  }
  return outcomes
}

test('what the contract documents is answered as documented, but for what the page names', async () => {
  const api = await aWholeApi()
  const ids = await furnish(api, api.a, 'word')
  const outcomes = await replayAll(api, ids, documented)
  const found = await replayAll(api, ids, clients, 'Bearer')
  const unexpected = [...outcomes, ...found].filter(
    ({ call, problem }) => (problem === null) !== (call.differs === undefined),
  )
  expect(unexpected.map(({ call, problem }) => [call.call, problem])).toEqual([])
  const { code } = await format('what-differs.md', pageOf(), { printWidth: 110 })
  await expect(code).toMatchFileSnapshot(page)
})

function pageOf(): string {
  const rows = [...documented, ...clients].flatMap(({ name, calls }) =>
    calls.flatMap(({ call, differs }) =>
      differs === undefined ? [] : [`| ${name} | \`${call}\` | ${differs} |`],
    ),
  )
  const count = (resources: readonly Resource[]) =>
    resources.reduce((sum, { calls }) => sum + calls.length, 0)
  return [
    '# What differs',
    '',
    `A test replays ${count(documented)} calls as the contract documents them and ${count(clients)} as ${clients.length} public clients send them, against the whole API,`,
    'and compares paths, bodies and the members of the answers. It writes this page: `npx vitest run test/release/moved -u`.',
    'What a server does behind the calls, and what to do about it, is in [Moving a client](moving.md#what-differs).',
    '',
    '| Resource or client | Call | Here |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '## What is replayed',
    '',
    '| Resource or client | Calls |',
    '| --- | --- |',
    ...[...documented, ...clients].map(({ name, calls }) => `| ${name} | ${calls.length} |`),
    '',
  ].join('\n')
}
