import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import type { Database, Scoped } from '../../../src/database/driver/connection.ts'
import type { WorkerSettings } from '../../../src/importing/worker.ts'
import { attemptsMax } from '../../../src/database/lease.ts'
import { classNames } from '../oracle/import.ts'
import { aDatabase } from '../core/database.ts'
import { aWorkFolder, settingsOf, until } from './stories.ts'
import type { aPgBouncer } from '../postgres/pgbouncer.ts'
import { aMixedImport, areAllEnded, expectMixed, onlyActive, type MixedImport } from './mixed.ts'
import { aWorkerProcess, heldBy, type Held } from './worker-processes.ts'
import { figure } from '../watching/figure.ts'

const otherThanActive = { active: false, unsubscribed: true, bounced: true, deactivated: true, scomp: true }

/**
 * Two workers import three mixed files, one of them ten times as large as the others, while one or the other is killed. New files
 * are added until enough kills have hit a worker that held an import; each import ends as the oracle expects.
 * @param kills.rows of the large file
 * @param others on the list of another import, who are not in its file: it prunes them.
 */
export async function surviveKills(
  { kills, rows = 100_000, bouncer }: { kills: number; rows?: number; bouncer?: typeof aPgBouncer },
  seed: number,
  others = 0,
): Promise<void> {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const settings = settingsOf((await bouncer?.(url))?.behind() ?? url, folder, {
    rangeSize: { rows: 1_000, bytes: 1_000_000 },
  })
  const random = createRandom(seed)
  const hit: Held[] = []
  for (let round = 1; hit.length < kills; round += 1) {
    const imports = await someImports(sql, folder, { rows, seed: seed + round })
    if (others > 0)
      imports.push(await aMixedImport(sql, folder, { rows: rows / 10, seed: seed + round, others }))
    hit.push(...(await killUntilEnded(sql, settings, kills - hit.length, random)))
    for (const one of imports) await expectMixed(sql, one)
  }
  expect(hit.filter(isInTheMiddle).length).toBeGreaterThanOrEqual(kills / 4)
  figure(`${hit.length} kills of workers: no row lost, none counted twice`)
}

function isInTheMiddle({ state, records_imported }: Held): boolean {
  return state === 'importing' && records_imported > 0
}

async function someImports(
  sql: Scoped,
  folder: string,
  { rows, seed }: { rows: number; seed: number },
): Promise<MixedImport[]> {
  const small = rows / 10
  const imports = [
    await aMixedImport(sql, folder, { rows, seed, whenStatus: onlyActive, freePlaces: rows * 0.6 }),
    await aMixedImport(sql, folder, { rows: small, seed, overwrite: false }),
    await aMixedImport(sql, folder, { rows: small, seed, whenStatus: otherThanActive }),
  ]
  const met = classNames.filter((name) => imports.some(({ oracle }) => oracle.logs[name].length > 0))
  expect(met).toEqual(classNames)
  return imports
}

/** @returns the imports that the killed workers held when they died. */
async function killUntilEnded(
  sql: Database,
  settings: WorkerSettings,
  kills: number,
  random: () => number,
): Promise<Held[]> {
  const fleet = [0, 1].map((index) => aWorkerProcess({ ...settings, index }))
  const hit: Held[] = []
  while (hit.length < kills && !(await areAllEnded(sql))) {
    // The test needs a random moment.
    await delay(50 + random() * 350)
    const index = Math.floor(random() * fleet.length)
    const victim = fleet[index]
    if (victim === undefined) break
    const held = await heldBy(sql, victim)
    // After five deaths without progress an import fails, which another test covers.
    // Each fourth kill waits for the middle: on a busy machine the random moments are all before it.
    const one = hit.length % 4 === 0 ? held.find(isInTheMiddle) : held[0]
    if (one === undefined || held.some(({ attempts }) => attempts >= attemptsMax)) continue
    await victim.kill()
    hit.push(one)
    fleet[index] = aWorkerProcess({ ...settings, index })
  }
  await until(() => areAllEnded(sql), 120_000)
  for (const worker of fleet) expect(await worker.stop()).toBe(0)
  return hit
}
