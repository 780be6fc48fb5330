import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import type { Actor } from '../../harness/core/api.ts'
import { byDay, isNight } from '../../harness/night.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'
import { aWholeApi, furnish, rowsOf, type Walls, type WholeApi } from '../../harness/records/tenants.ts'
import { casesFor, word } from '../../harness/fuzz/foreign-ids.ts'

/** T1 and T2: every route, alias and reference with an id of another organization. */

/** The answer without the parts that differ each time. @param named the id in the body, which some messages repeat. */
function comparable({ status, text }: { status: number; text: string }, named = 'no id') {
  const words = text.replaceAll(word, '<id>').replaceAll('nobody', '<id>')
  return {
    status,
    text: words.replaceAll(`names ${named},`, 'names <id>,').replaceAll(`field ${named},`, 'field <id>,'),
  }
}

async function walk(api: WholeApi): Promise<{ differences: string[]; leaks: string[] }> {
  const foreign = await furnish(api, api.b, word)
  const own = await furnish(api, api.a, 'own')
  const cases = casesFor(foreign, own)
  // The time at which a key was used is written once a minute, and on a busy machine this takes longer.
  await api.sql`update api_keys set last_used_at = now() + interval '1 day'`
  const before = await rowsOf(api.sql, api.b.organizationId)
  const differences: string[] = []
  const leaks: string[] = []
  for (const one of cases) {
    const [first, second] = one.bodies
    const known = await api.request(one.method, one.foreign, api.a, first)
    const unknown = await api.request(one.method, one.absent, api.a, second)
    const [a, b] = [comparable(known, one.named?.[0]), comparable(unknown, one.named?.[1])]
    if (a.status !== b.status || a.text !== b.text) {
      differences.push(
        `${one.method} ${one.foreign}: ${known.status} ${known.text} but ${unknown.status} ${unknown.text}`,
      )
    }
    if (!one.foreign.includes(word) && known.text.includes(word))
      leaks.push(`${one.method} ${one.foreign}: ${known.text}`)
  }
  for (const { method, path } of endpoints) {
    if (method !== 'GET' || path.includes(':')) continue
    const { text } = await api.request('GET', path, api.a)
    if (text.includes(word)) leaks.push(`GET ${path}: ${text}`)
  }
  for (const path of ['search?q=', 'subscribers?q=', 'campaigns?name_contains=']) {
    const found = async (as: Actor) => {
      const { status, text } = await api.request('GET', `${path}${word}`, as)
      return [status, text.includes(word)]
    }
    expect([path, await found(api.b), await found(api.a)]).toEqual([path, [200, true], [200, false]])
  }
  expect(await rowsOf(api.sql, api.b.organizationId)).toEqual(before)
  expect(cases.length).toBeGreaterThan(60)
  return { differences, leaks }
}

/**
 * Where each wall holds alone, so do both. A cluster sends a statement that has lost its filter to all shards, and rejects most
 * of these: there src/database/sharding/distribute.test.ts asks the policies alone.
 */
const each: Walls[] = isSharded
  ? ['both', 'only the application’s filters']
  : ['only the application’s filters', 'only row-level security']

describe.each<Walls>(byDay(each, ['both', ...each]))('with %s', (walls) => {
  test(
    'does not show, change or reveal the records of another organization',
    { timeout: 120_000 },
    async () => {
      const { differences, leaks } = await walk(await aWholeApi(walls))
      expect(leaks).toEqual([])
      expect(differences).toEqual([])
    },
  )
})

// By day nobody looks for the program.
const pooler = isNight ? await import('../../harness/postgres/pgbouncer.ts') : undefined

test.runIf(pooler?.hasPgBouncer)(
  'behind PgBouncer, does not show, change or reveal the records of another organization',
  { timeout: 240_000 },
  async () => {
    const front = async (url: string) => (await pooler?.aPgBouncer(url))?.behind() ?? url
    expect(await walk(await aWholeApi('only row-level security', front))).toEqual({
      leaks: [],
      differences: [],
    })
  },
)
