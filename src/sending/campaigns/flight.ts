import type { Batch, Chosen } from '../../store/campaigns/batches/rows.ts'
import type { DeliveryOutcome } from '../../store/campaigns/deliveries.ts'
import type { Results } from '../../store/campaigns/sending.ts'
import type { Delivered } from '../deliver.ts'
import type { RouteNeed } from '../outcome.ts'

/** The messages that a sender has marked and not recorded. */
export type Flight = {
  /** Batches that are not wholly recorded. */
  readonly size: number
  /** Messages without a result. */
  readonly open: number
  /** false after a message that no server has seen: none could be reached, or sending was stopped. */
  readonly isReachable: boolean
  /** What the route of that message needs, if it said so. */
  readonly lacks: RouteNeed | undefined
  readonly failures: readonly unknown[]
  /** Hands its messages over, after those of earlier batches. It ends when all have a result. */
  start: (batch: Batch) => Promise<void>
  /** What can be recorded now. `forget`: it is recorded. */
  results: () => Results & { forget: () => void }
  /** Waits until it holds after a result, but no longer than `ms`. */
  until: (holds: () => boolean, ms: number) => Promise<void>
}

type Flown = {
  id: number
  left: Set<Chosen>
  known: DeliveryOutcome[]
  end: () => void
}

/** @param lanes how many messages are handed over side by side */
export function createFlight(
  lanes: number,
  deliver: (addressee: Chosen, isReachable: boolean) => Promise<Delivered>,
): Flight {
  const batches = new Set<Flown>()
  const waiting: { batch: Flown; addressee: Chosen }[] = []
  const failures: unknown[] = []
  const { until, wake } = createWait()
  let isReachable = true
  let lacks: RouteNeed | undefined
  let running = 0

  const lane = async () => {
    running += 1
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { batch, addressee } = next
      try {
        const outcome = await deliver(addressee, isReachable)
        isReachable &&= !outcome.isUntried
        lacks ??= outcome.lacks
        batch.left.delete(addressee)
        batch.known.push(outcome)
      } catch (error) {
        // It stays marked, so that the next sender lists it.
        failures.push(error)
      }
      if (batch.left.size === 0) batch.end()
      wake()
    }
    running -= 1
    wake()
  }

  return {
    failures,
    until,
    get size() {
      return batches.size
    },
    get open() {
      return running + waiting.length
    },
    get isReachable() {
      return isReachable
    },
    get lacks() {
      return lacks
    },
    start: ({ id, addressees }) =>
      new Promise((end) => {
        const batch = { id, left: new Set(addressees), known: [], end }
        batches.add(batch)
        waiting.push(...addressees.map((addressee) => ({ batch, addressee })))
        for (let free = Math.min(lanes - running, addressees.length); free > 0; free -= 1) void lane()
      }),
    results: () => resultsOf(batches),
  }
}

function resultsOf(batches: Set<Flown>): ReturnType<Flight['results']> {
  const known = [...batches].flatMap((batch) =>
    batch.known.length === 0 ? [] : [{ batch, outcomes: [...batch.known] }],
  )
  return {
    outcomes: known.flatMap(({ outcomes }) => outcomes),
    batches: known.map(({ batch: { id, left } }) => ({ id, left: [...left] })),
    forget: () => {
      for (const { batch, outcomes } of known) {
        batch.known.splice(0, outcomes.length)
        if (batch.left.size + batch.known.length === 0) batches.delete(batch)
      }
    },
  }
}

/** For one who waits at a time. */
function createWait(): Pick<Flight, 'until'> & { wake: () => void } {
  let look = () => {}
  return {
    wake: () => look(),
    until: (holds, ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        look = () => {
          if (!holds()) return
          clearTimeout(timer)
          look = () => {}
          resolve()
        }
        look()
      }),
  }
}
