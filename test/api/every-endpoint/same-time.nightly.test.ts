import { expect, test } from 'vitest'
import { medianOf } from '../../harness/core/measure.ts'
import { casesFor, word } from '../../harness/fuzz/foreign-ids.ts'
import type { Case } from '../../harness/fuzz/foreign-ids.ts'
import { aWholeApi, furnish } from '../../harness/records/tenants.ts'
import { figure } from '../../harness/watching/figure.ts'

/** T1: the duration of an answer does not reveal whether another organization has a record. */

const pairsOfFamily = 1_000
/** So that one endpoint cannot hide among the others of its family. */
const pairsOfCase = 40
const gapMsMax = 5

/** `mailing_lists/1/campaigns/2` and `campaigns/2` are campaigns; a body that names a record counts where it is sent. */
function familyOf({ foreign, named }: Case): string {
  const words = foreign.split(/[/?]/).filter((part) => /^[a-z_]+$/.test(part))
  return `${named === undefined ? '' : 'references in '}${words.slice(0, 2).join('/')}`
}

function differenceOf(spans: { foreign: number[]; absent: number[] }): number {
  return Math.abs(medianOf(spans.foreign) - medianOf(spans.absent))
}

test(`${pairsOfFamily} answers of each family take as long for a record of others as for none`, async () => {
  const api = await aWholeApi()
  const cases = casesFor(await furnish(api, api.b, word), await furnish(api, api.a, 'own'))
  const families = new Map<string, Case[]>()
  for (const one of cases) families.set(familyOf(one), [...(families.get(familyOf(one)) ?? []), one])
  const ask = async ({ method, foreign, absent, bodies }: Case, kind: 'foreign' | 'absent') => {
    const beganMs = performance.now()
    await api.request(
      method,
      kind === 'foreign' ? foreign : absent,
      api.a,
      bodies[kind === 'foreign' ? 0 : 1],
    )
    return performance.now() - beganMs
  }
  const slow: string[] = []
  let pairs = 0
  let largest = 0
  for (const [family, members] of families) {
    const all = { foreign: [] as number[], absent: [] as number[] }
    const rounds = Math.max(pairsOfCase, Math.ceil(pairsOfFamily / members.length))
    for (const one of members) {
      const spans = { foreign: [] as number[], absent: [] as number[] }
      // The first rounds compile and fill caches. The order changes, so that neither always pays for what was due.
      for (let round = -5; round < rounds; round += 1) {
        const kinds = (['foreign', 'absent'] as const).toSorted(() => (round % 2 === 0 ? 1 : -1))
        for (const kind of kinds) {
          const span = await ask(one, kind)
          if (round >= 0) spans[kind].push(span)
        }
      }
      if (differenceOf(spans) >= gapMsMax) slow.push(`${one.name}: ${differenceOf(spans).toFixed(2)} ms`)
      all.foreign.push(...spans.foreign)
      all.absent.push(...spans.absent)
    }
    pairs += all.foreign.length
    largest = Math.max(largest, differenceOf(all))
    if (differenceOf(all) >= gapMsMax) slow.push(`${family}: ${differenceOf(all).toFixed(2)} ms`)
  }
  expect(slow).toEqual([])
  figure(
    `${pairs} pairs of ${cases.length} calls in ${families.size} families: medians within ${largest.toFixed(2)} ms`,
  )
})
