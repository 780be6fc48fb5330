import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'
import { LeaseLost } from '../../../src/database/lease.ts'
import { markBatch } from '../../../src/store/campaigns/batches/mark.ts'
import type { Chosen } from '../../../src/store/campaigns/batches/rows.ts'
import type { ClaimedCampaign } from '../../../src/store/campaigns/claims.ts'
import { adoptRange } from '../../../src/store/campaigns/ranges/adopt.ts'
import {
  claimRange,
  endRange,
  releaseRange,
  type ClaimedRange,
} from '../../../src/store/campaigns/ranges/claims.ts'
import { beginCampaign, recordLeftBatches, recordResults } from '../../../src/store/campaigns/sending.ts'
import { byDay } from '../../harness/night.ts'
import { claimCampaign } from '../../harness/sending/campaigns.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'

/** What workers do to one campaign, in any order: the model is the set of recipients that nobody has marked yet. */

const rangeMin = 3
const people = 60
const format = () => 'html' as const

/** Worker 0 leads. `hanging`: so many messages get their results later than the others. */
type Step =
  | { act: 'mark'; worker: number; batchMax: number; hanging: number; dies: boolean }
  | { act: 'claim' | 'release' | 'die'; worker: number }

const aWorker = nat({ max: 3 })
const aStep: Arbitrary<Step> = oneof(
  record({
    act: constant('mark' as const),
    worker: aWorker,
    batchMax: integer({ min: 1, max: 9 }),
    hanging: nat({ max: 3 }),
    dies: nat({ max: 5 }).map((dice) => dice === 0),
  }),
  record({ act: constantFrom('claim' as const, 'release' as const, 'die' as const), worker: aWorker }),
)

/** Three who have a part of it, of which the last cut its own off that of the second: that of the leader is narrower. */
const begun: Step[] = [
  { act: 'mark', worker: 0, batchMax: 2, hanging: 1, dies: false },
  { act: 'claim', worker: 1 },
  { act: 'mark', worker: 0, batchMax: 9, hanging: 0, dies: false },
  { act: 'claim', worker: 2 },
]

/** A batch: those without a result, and those whose result is not recorded. */
type Flown = { id: number; left: Chosen[]; known: Chosen[] }

type World = Awaited<ReturnType<typeof aCampaignWorld>>

/** Workers by their numbers: 0 leads the campaign, the others have ranges. */
function aCrew({ sql, organizationId }: World, contentId: number) {
  const database = sql.within(organizationId)
  const ranges = new Map<number, ClaimedRange>()
  const marked: number[] = []
  /** Marked, and not recorded. */
  const doubted = new Set<number>()
  const flights = new Map<string, Flown[]>()
  let leader: ClaimedCampaign | null = null

  const accepted = (subscriberId: number) => ({
    subscriberId,
    occasion: 0,
    contentId,
    state: 'accepted' as const,
    format: format(),
    attempts: 1,
    retrySeconds: null,
    status: null,
    diagnostic: null,
  })
  const flownBy = ({ epoch, range }: ClaimedCampaign) => {
    const key = range === null ? `leader ${epoch}` : `${range.id} ${range.epoch}`
    const flown = flights.get(key) ?? []
    flights.set(key, flown)
    return flown
  }
  const resultsOf = (flown: readonly Flown[]) => ({
    outcomes: flown.flatMap(({ known }) => known.map((one) => accepted(one.subscriber_id))),
    batches: flown.map(({ id, left }) => ({ id, left: [...left] })),
  })
  const left = (claim: ClaimedCampaign) => database.begin((tx) => recordLeftBatches(tx, claim, format))
  /** Records what has a result by now, and marks the next ones; then all but a few of these have one. */
  const mark = async (claim: ClaimedCampaign, batchMax: number, hanging = 0) => {
    const flown = flownBy(claim)
    const results = resultsOf(flown)
    const marking = { batchMax, results, contentOf: () => contentId, formatOf: format }
    const result = await database.begin((tx) => markBatch(tx, claim, marking))
    for (const one of results.outcomes) doubted.delete(one.subscriberId)
    flown.splice(0, flown.length, ...flown.filter((one) => one.left.length > 0))
    for (const one of flown) one.known = []
    if (result.kind !== 'batch') return result.kind
    const { id, addressees } = result.batch
    marked.push(...addressees.map((one) => one.subscriber_id))
    for (const one of addressees) doubted.add(one.subscriber_id)
    for (const one of flown) one.known = one.left.splice(0)
    flown.push({ id, left: addressees.slice(0, hanging), known: addressees.slice(hanging) })
    return 'batch'
  }
  /** Records all that is under way. */
  const land = async (claim: ClaimedCampaign) => {
    const flown = flownBy(claim).splice(0)
    for (const one of flown) one.known.push(...one.left.splice(0))
    const results = resultsOf(flown)
    await database.begin((tx) => recordResults(tx, claim, results))
    for (const one of results.outcomes) doubted.delete(one.subscriberId)
  }
  const lead = async () => {
    const claimed = (await claimCampaign(sql, 'leader')) ?? expect.fail()
    leader =
      claimed.last_subscriber_id === null
        ? await database.begin((tx) =>
            beginCampaign(tx, claimed, {
              contentCount: 1,
              counted: { number: people, from: people, to: people },
            }),
          )
        : claimed
    await left(leader)
    return leader
  }
  const die = async (worker: number) => {
    if (worker === 0) {
      await sql`update jobs set leased_until = now() - interval '1 second'`
      leader = null
    } else if (ranges.has(worker)) {
      const { range } = ranges.get(worker) ?? expect.fail()
      await sql`update campaign_ranges set leased_until = now() - interval '1 second' where id = ${range.id}`
      ranges.delete(worker)
    }
  }
  const step = async (one: Step) => {
    const own = one.worker === 0 ? (leader ?? (await lead())) : ranges.get(one.worker)
    if (one.act === 'die') await die(one.worker)
    else if (one.act === 'claim' && one.worker !== 0 && own === undefined) {
      const seeker = { worker: `worker ${one.worker}`, rangeMin }
      const claim = await claimRange(sql.everywhere(), seeker)
      if (claim === null) return
      await left(claim)
      ranges.set(one.worker, claim)
    } else if (one.act === 'release' && one.worker !== 0 && own !== undefined) {
      await land(own)
      await releaseRange(database, own as ClaimedRange, null)
      ranges.delete(one.worker)
    } else if (one.act === 'mark' && own !== undefined) {
      const result = await mark(own, one.batchMax, one.hanging)
      if (result === 'none') await land(own)
      if (one.dies && result === 'batch') await die(one.worker)
      else if (result === 'none' && one.worker !== 0) {
        await endRange(database, own as ClaimedRange)
        ranges.delete(one.worker)
      } else if (result === 'none') {
        await database.begin((tx) => adoptRange(tx, own, { rangeMin, formatOf: format }))
      }
    }
  }
  /** All others die, and the leader sends what is left. */
  const finish = async () => {
    for (const worker of ranges.keys()) await die(worker)
    const claim = leader ?? (await lead())
    for (let rounds = 0; rounds < 1000; rounds += 1) {
      if ((await mark(claim, 9)) !== 'none') continue
      await land(claim)
      const adopted = await database.begin((tx) => adoptRange(tx, claim, { rangeMin, formatOf: format }))
      if (adopted.kind === 'none') return
      expect(adopted.kind).toBe('adopted')
    }
    expect.fail('It does not come to an end.')
  }
  return { step, finish, marked, doubted }
}

test('whatever workers do to the parts of a campaign, each recipient is marked once, and those of the dead are listed', async () => {
  const world = await aCampaignWorld(people)
  const { sql } = world
  await assert(
    asyncProperty(array(aStep, { minLength: 10, maxLength: 60 }), async (steps) => {
      await sql`update jobs set state = 'cancelled', finished_at = now() where state = 'sending'`
      const id = await world.begin()
      const [content] = await sql<
        [{ id: number }]
      >`select id from campaign_contents where campaign_id = ${id}`
      const crew = aCrew(world, content.id)
      for (const one of [...begun, ...steps]) {
        await crew.step(one).catch((error: unknown) => {
          if (!(error instanceof LeaseLost)) throw error
        })
      }
      await crew.finish()
      const all = await sql<{ id: number }[]>`select id from subscribers order by id`
      expect(crew.marked.toSorted((a, b) => a - b)).toEqual(all.map((one) => one.id))
      const listed = await sql<{ id: number }[]>`
        select subscriber_id as id from deliveries where campaign_id = ${id} and state = 'uncertain' order by 1`
      expect(listed.map((one) => one.id)).toEqual([...crew.doubted].toSorted((a, b) => a - b))
      expect(await world.statsOf(id)).toMatchObject({
        recipients_sent: people,
        sent_accepted: people - crew.doubted.size,
        sent_in_queue: crew.doubted.size,
      })
      expect(await sql`select 1 from campaign_ranges where campaign_id = ${id}`).toHaveLength(0)
      expect(await sql`select 1 from sending_batches where campaign_id = ${id}`).toHaveLength(0)
    }),
    { numRuns: byDay(4, 400) },
  )
}, 600_000)
