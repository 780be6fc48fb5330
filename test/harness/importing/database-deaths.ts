import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { attemptsMax } from '../../../src/database/lease.ts'
import { skipDelays } from '../core/clock.ts'
import { aQuiverServer } from '../core/command.ts'
import { aDataDirectory, postmasterOf, start, type Started } from '../core/embedded.ts'
import { until } from './stories.ts'
import { aMixedImport, areAllEnded, expectMixed } from './mixed.ts'
import { aShopOf, expectShop, trade, tradeUntil, type Shop } from '../records/shop.ts'

type Order = {
  deaths: number
  /** Rows of each file. */
  rows: number
  seed: number
  /** They change other records meanwhile. */
  clients: number
}

/** A PostgreSQL with durable commits that starts again after each death. */
type Mortal = Started & {
  dataDir: string
  random: () => number
  /** Claims of workers that a death ended, as `import/epoch`. */
  taken: Set<string>
}

/** How soon the API must answer after PostgreSQL does. */
const answersWithinMs = 10_000

/** Shorter than the lease of a dead claim. */
const goesOnWithinMs = 20_000

/** How long a claim may work on a loaded machine until it has progress or its file's end. */
const progressWithinMs = 120_000

/**
 * One server process imports mixed files and answers calls, while its PostgreSQL is stopped at once, or one of its
 * backends is killed, which ends all others. New files are added until there were enough deaths; each import ends as
 * the oracle expects, and every acknowledged change is stored.
 */
export async function surviveDatabaseDeaths({ deaths, rows, seed, clients: count }: Order): Promise<void> {
  const dataDir = await aDataDirectory()
  const database = await start(dataDir, { shared_buffers: '128MB' })
  const mortal: Mortal = { ...database, dataDir, random: createRandom(seed), taken: new Set() }
  const folder = await aDataDirectory()
  const server = await aQuiverServer({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: folder,
    // More than one, because they compete for connections.
    WORKERS: '3',
  })
  const shop = await aShopOf(server, database.sql)
  const closing = new AbortController()
  const clients = Promise.all(Array.from({ length: count }, () => tradeUntil(shop, closing.signal)))
  try {
    await Promise.race([
      clients,
      dieInMidImport(mortal, folder, shop, { deaths, rows, seed, clients: count }),
    ])
  } finally {
    closing.abort()
    await clients
  }
  expect(mortal.taken.size).toBeGreaterThan(deaths / 4)
  await expectShop(shop, deaths)
  server.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(code).toBe(0)
  expect(stderr).not.toContain('worker thread died')
}

async function dieInMidImport(mortal: Mortal, folder: string, shop: Shop, order: Order): Promise<void> {
  const { deaths, rows, seed } = order
  const { sql, taken, random } = mortal
  let died = 0
  for (let round = 1; died < deaths; round += 1) {
    const mixed = await aMixedImport(sql, folder, { rows, seed: seed + round })
    for (; died < deaths && (await untilHeld(mortal)); died += 1) {
      // The test needs a random moment.
      await delay(random() * Math.min(rows / 25, 400))
      for (const claim of await claimsHeld(sql, attemptsMax)) taken.add(claim)
      await die(mortal, died % 4 === 0 ? 'server' : 'backend')
      await answersAgain(shop)
    }
    await until(() => goOn(sql), progressWithinMs)
    await expectMixed(sql, mixed)
  }
}

/**
 * Waits until a worker holds an import that may lose it once more. A new claim comes soon; one that is the last before
 * the import fails is left to work until it has progress, which gives the import all its attempts again.
 * @returns whether an import is left.
 */
async function untilHeld({ sql, taken }: Mortal): Promise<boolean> {
  let isEnded = false
  const isHeld = async (attempts: number): Promise<boolean> => {
    isEnded = await goOn(sql)
    return isEnded || (await claimsHeld(sql, attempts)).some((claim) => !taken.has(claim))
  }
  await until(() => isHeld(attemptsMax), goesOnWithinMs)
  await until(() => isHeld(attemptsMax - 1), progressWithinMs)
  return !isEnded
}

/** Imports that workers hold with at most so many attempts since their last progress. */
async function claimsHeld(sql: Database, attempts: number): Promise<string[]> {
  const rows = await sql<{ claim: string }[]>`
    select concat(id, '/', epoch) as claim from import_jobs
    where finished_at is null and leased_until is not null and attempts <= ${attempts}`
  return rows.map(({ claim }) => claim)
}

/** Makes postponed imports due at once. */
async function goOn(sql: Database): Promise<boolean> {
  await skipDelays(sql)
  return areAllEnded(sql)
}

export async function die(
  { sql, dataDir }: Pick<Mortal, 'sql' | 'dataDir'>,
  victim: 'server' | 'backend',
): Promise<void> {
  const before = await generationOf(sql)
  if (victim === 'server') process.kill(await postmasterOf(dataDir), 'SIGQUIT')
  else process.kill(await aBackend(sql), 'SIGKILL')
  await until(async () => {
    const now = await generationOf(sql).catch(() => before)
    return now !== before
  })
}

/** PostgreSQL starts a new checkpointer whenever it recovers. */
async function generationOf(sql: Database): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'checkpointer'`
  if (row === undefined) throw new Error('PostgreSQL has no checkpointer yet.')
  return row.pid
}

/** A busy backend, if there is one. */
async function aBackend(sql: Database): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where backend_type = 'client backend' and application_name like 'quiver %'
    order by xact_start is null, random() limit 1`
  if (row === undefined) throw new Error('The server has no connection to PostgreSQL.')
  return row.pid
}

async function answersAgain(shop: Shop): Promise<void> {
  const startedMs = performance.now()
  await trade(shop)
  expect(performance.now() - startedMs).toBeLessThan(answersWithinMs)
}
