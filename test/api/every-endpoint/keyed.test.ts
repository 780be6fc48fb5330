import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'
import { takesIdempotencyKey } from '../../../src/http/route/idempotency-key.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'

/** `mailing_lists/:mailing_list_id/campaigns`: each parameter is a record of the collection before it. */
function filled(path: string, own: Possessions): string {
  const segments = path.split('/')
  return segments
    .map((segment, index) => (segment.startsWith(':') ? (own[segments[index - 1] ?? ''] ?? '1') : segment))
    .join('/')
}

async function sendTwice(api: WholeApi, own: Possessions, { id, path, wrapper }: (typeof endpoints)[number]) {
  const as = path.startsWith('organizations') || path.startsWith('database_') ? api.system : api.a
  const example = requestExamples[id]
  const body = example === undefined || wrapper === undefined ? example : { [wrapper]: example }
  const request = {
    method: 'POST',
    url: `/ga/api/v2/${filled(path, own)}`,
    headers: { authorization: `Basic ${as.credential}`, 'idempotency-key': id },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  }
  return [await api.send(request), await api.send(request)] as const
}

test(
  'every POST with an Idempotency-Key is carried out once, and answered twice alike',
  { timeout: 180_000 },
  async () => {
    const api = await aWholeApi()
    const own = await furnish(api, api.a, 'own')
    const keyed = endpoints.filter((one) => one.method === 'POST' && takesIdempotencyKey(one))
    // What takes records away comes last.
    const order = (path: string) => Number(/rotate|erase|cancel|undo|log_in|sessions|leave/.test(path))
    const wrong: string[] = []
    const accepted: string[] = []
    for (const one of keyed.toSorted((a, b) => order(a.path) - order(b.path))) {
      const [first, second] = await sendTwice(api, own, one)
      if (first.status === 200) accepted.push(one.id)
      if (first.status >= 500 || second.status !== first.status)
        wrong.push(`${one.id}: ${first.status} ${first.text}, then ${second.status} ${second.text}`)
      else if (first.status === 200 && second.text !== first.text)
        wrong.push(`${one.id} was carried out twice`)
    }
    expect(wrong).toEqual([])
    expect(accepted).toContain('checkDkimKey')
    // Others need a file, a session or another state.
    expect(accepted.length).toBeGreaterThan(keyed.length / 2)
  },
)
