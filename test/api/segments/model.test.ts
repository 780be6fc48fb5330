import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewClause } from '../../../src/contract/segments/clauses.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aSeed, byDay } from '../../harness/night.ts'
import { segments } from '../../harness/oracle/segments/clauses.ts'
import { selects } from '../../harness/oracle/segments/evaluate.ts'
import { somePeople } from '../../harness/oracle/segments/people.ts'
import { aWorld, selectedBy } from '../../harness/oracle/segments/world.ts'

const worlds = byDay(1, 20)
const segmentsEach = byDay(50, 500)

/** Random segments seldom ask for nothing but statuses, which the counters of the list answer. */
const ofStatuses: NewClause[] = [{ type: 'subscriber_status', operator: 'is_not', value: 'active' }]

test(
  'random segments select from random people whom an independent model selects: joined, one by one, in pages, in exports and for campaigns',
  { timeout: byDay(180_000, 1_800_000) },
  async () => {
    for (let number = 0; number < worlds; number += 1) {
      const seed = aSeed(number)
      const people = somePeople(60, seed)
      const { sql, giveBack } = await aDatabase()
      const world = await aWorld(sql, people)
      const agree = fc.asyncProperty(segments(world.model.today), async (clauses) => {
        const selected = await selectedBy(world, clauses)
        const { joined, lookedUp, paged, ofLarge, inRanges, exported, reached } = selected
        const chosen = people.filter((person) => selects(world.model, clauses, person))
        const expected = chosen.map(({ email }) => email)
        expect(joined).toEqual(expected.toSorted())
        expect(lookedUp).toEqual(joined)
        expect(paged).toEqual(joined)
        expect(ofLarge).toEqual(joined)
        expect(inRanges).toEqual(joined)
        expect(exported).toEqual(joined)
        const awake = chosen.filter(({ status, pause }) => status === 'active' && (pause ?? 0) >= 0)
        expect(reached).toEqual({
          byCampaign: awake.filter(({ isSuppressed }) => !isSuppressed).length,
          ifNoneWereSuppressed: awake.length,
          ofLarge: awake.length,
        })
      })
      await fc.assert(agree, { numRuns: segmentsEach, seed, examples: [[ofStatuses]] })
      await giveBack()
    }
  },
)
