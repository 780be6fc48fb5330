import { expect, test } from 'vitest'
import { medianOf } from '../../harness/core/measure.ts'
import { casesFor, word, type Case } from '../../harness/fuzz/foreign-ids.ts'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'
import { figure } from '../../harness/watching/figure.ts'

/** T1: the duration of an answer does not reveal whether another organization has a record. */

const pairsOfFamily = 1_000
/** So that one call cannot hide among the others of its family; what seems slow is measured by a thousand, too. */
const pairsOfCase = 40
const gapMsMax = 5

type Spans = Record<'foreign' | 'absent', number[]>

/** Calls whose path begins alike; those whose body names the record are families of their own. */
function familyOf({ foreign, named }: Case): string {
  const [first = ''] = foreign.split(/[/?]/)
  return named === undefined ? first : `references in ${first}`
}

function differenceOf({ foreign, absent }: Spans): number {
  return Math.abs(medianOf(foreign) - medianOf(absent))
}

async function measure(api: WholeApi, one: Case, pairs: number): Promise<Spans> {
  const { method, foreign, absent, bodies } = one
  const spans: Spans = { foreign: [], absent: [] }
  const calls = { foreign: [foreign, bodies[0]], absent: [absent, bodies[1]] } as const
  // The first rounds compile and fill caches. The order changes, so that neither always pays for what was due.
  for (let round = -5; round < pairs; round += 1) {
    for (const kind of round % 2 === 0
      ? (['foreign', 'absent'] as const)
      : (['absent', 'foreign'] as const)) {
      const [path, body] = calls[kind]
      const beganMs = performance.now()
      await api.request(method, path, api.a, body)
      if (round >= 0) spans[kind].push(performance.now() - beganMs)
    }
  }
  return spans
}

test(`${pairsOfFamily} answers of each family take as long for a record of others as for none`, async () => {
  const api = await aWholeApi()
  const cases = casesFor(await furnish(api, api.b, word), await furnish(api, api.a, 'own'))
  const families = new Map<string, Case[]>()
  for (const one of cases) families.set(familyOf(one), [...(families.get(familyOf(one)) ?? []), one])
  const differences: [family: string, ms: number][] = []
  const suspects: Case[] = []
  let pairs = 0
  for (const [family, members] of families) {
    const all: Spans = { foreign: [], absent: [] }
    for (const one of members) {
      const spans = await measure(api, one, Math.max(pairsOfCase, Math.ceil(pairsOfFamily / members.length)))
      if (differenceOf(spans) >= gapMsMax) suspects.push(one)
      all.foreign.push(...spans.foreign)
      all.absent.push(...spans.absent)
    }
    pairs += all.foreign.length
    differences.push([family, differenceOf(all)])
  }
  for (const one of suspects)
    differences.push([one.name, differenceOf(await measure(api, one, pairsOfFamily))])
  expect(differences.filter(([, ms]) => ms >= gapMsMax)).toEqual([])
  const largest = Math.max(...differences.map(([, ms]) => ms))
  figure(
    `${pairs} pairs of ${cases.length} calls in ${families.size} families: medians within ${largest.toFixed(2)} ms`,
  )
})
