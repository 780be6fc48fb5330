import { isBusy } from '../database/retry.ts'

/** A database that restarts answers again by then, and Kubernetes kills only after thirty seconds. */
const patienceMs = 20_000
const everyMs = 500

export type Ends = {
  /** Of what needs the database, in the order of their starts. */
  stops: (() => Promise<void>)[]
  looks?: { look: () => Promise<unknown>; end: () => Promise<void> }
  /** The database, if it is ours. */
  embedded?: { stop: () => Promise<void> }
}

/** Ends what was started last first. @throws Error, a sentence for the operator, if the database does not answer */
export async function endAll({ stops, looks, embedded }: Ends): Promise<void> {
  const end = async () => {
    for (const one of stops.toReversed()) await one()
  }
  try {
    await (looks === undefined ? end() : endWithDatabase(end, looks.look))
  } finally {
    await looks?.end()
    await embedded?.stop()
  }
}

type Watch = { patienceMs?: number; everyMs?: number; now?: () => number }

/**
 * Ends what needs the database. Senders repeat the record of what they have sent, which takes 43 s if the database refuses
 * connections, and minutes if it is silent; what they cannot record becomes uncertain, as after a kill.
 * @param look asks the database for anything
 * @throws Error, a sentence for the operator, if the database has not answered for twenty seconds
 */
export async function endWithDatabase(
  end: () => Promise<void>,
  look: () => Promise<unknown>,
  watch: Watch = {},
): Promise<void> {
  const { patienceMs: patience = patienceMs, now = () => performance.now() } = watch
  let answeredMs = now()
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const away = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (now() - answeredMs > patience) return reject(new Error(sentence(patience)))
      looking ??= look()
        .then(
          () => void (answeredMs = now()),
          (error: unknown) => {
            if (isBusy(error)) answeredMs = now()
          },
        )
        .finally(() => (looking = undefined))
    }, watch.everyMs ?? everyMs)
  })
  try {
    await Promise.race([end(), away])
  } finally {
    clearInterval(timer)
  }
}

function sentence(ms: number): string {
  return (
    `The database has not answered for ${ms / 1000} seconds: exiting without it. Messages whose delivery could not be ` +
    'recorded will be listed as uncertain.'
  )
}
