import { expect } from 'vitest'
import { aDataDirectory } from '../core/embedded.ts'
import { until } from '../core/until.ts'
import { anOrganizationOf, aWholeServer, freePorts } from '../core/whole-server.ts'
import { areAllEnded } from '../importing/mixed.ts'
import { expectNothingTwice, findLosses, percentile, someTenants, steadyLoad } from '../watching/load.ts'
import { anImport, beginWork, expectOnce } from './machines.ts'
import { aBalancer, aReplaceable } from './rolling.ts'

const perSecond = 100
const drainSeconds = 5
/** The figure of the promise. */
const stopSecondsMax = 10

const shared = {
  SECRET_KEY: '0123456789abcdef'.repeat(4),
  SERVER_IDENTITY: 'production',
  STORAGE_URL: 'database:',
  BOUNCE_PORT: '0',
  DRAIN_SECONDS: String(drainSeconds),
}

/** Two servers behind a proxy, a hundred calls a second, imports and a campaign under way. */
export async function aBusyPair() {
  const whole = await aWholeServer({ slowMs: 500 }, shared)
  const [port] = await freePorts(1)
  const own = { PORT: String(port), METRICS_PORT: '0', DATA_DIR: await aDataDirectory() }
  const second = aReplaceable({ ...whole.environment, ...own })
  await second.start()
  const servers = [aReplaceable(whole.environment, whole.server), second]
  const balancer = await aBalancer(servers.map(({ url }) => url))
  const tenants = await someTenants(whole, 20, 200)
  const acme = await anOrganizationOf(whole, { name: 'Acme' })
  const work = await beginWork(whole.sql, acme, { files: 2, rows: 200_000, recipients: 4_000 })
  const over = new AbortController()
  const load = steadyLoad({ url: balancer.url, tenants, perSecond, signal: over.signal, repeats: 'told' })
  const stops: number[] = []
  const busy = { imports: 0, campaigns: 0 }

  const underWay = async () => {
    const [under] = await whole.sql<[{ imports: number; campaigns: number }]>`
      select (select count(*)::integer from import_jobs
          where organization_id = ${acme.id} and finished_at is null and records_imported > 0) as imports,
        (select count(*)::integer from campaigns where id = ${work.campaign.id} and state = 'sending') as campaigns`
    return under
  }
  const isImporting = async () => (await underWay()).imports > 0
  /** Those of the beginning may be over by now. */
  const keepImporting = async () => {
    if (await isImporting()) return
    const begin = await anImport(whole.sql, acme, { rows: 200_000, seed: 100 + stops.length })
    work.imports.push(await begin())
    await until(isImporting)
  }

  /** @param from the directory of another version, which takes its place */
  const restart = async (server: (typeof servers)[number], from?: string) => {
    await keepImporting()
    const under = await underWay()
    busy.imports += Math.min(1, under.imports)
    busy.campaigns += under.campaigns
    const { seconds, ...ended } = await server.stop()
    expect(ended).toEqual({ code: 0, stderr: '' })
    stops.push(seconds)
    await server.start(from)
  }

  /** No call has failed, been lost or been carried out twice; every row and message counts once. @returns figures. */
  const expectAllOnce = async (): Promise<string> => {
    over.abort()
    const result = await load
    expect([...balancer.faults, ...result.faults]).toEqual([])
    await until(() => areAllEnded(whole.sql), { seconds: 600 })
    expect(await findLosses(whole.sql, result)).toEqual([])
    await expectNothingTwice(whole.sql, result)
    expect(await expectOnce(whole, acme.call, work, 0)).toEqual({ uncertain: 0 })
    expect(busy.imports).toBeGreaterThan(0)
    expect(busy.campaigns).toBeGreaterThan(0)
    const slowest = Math.max(...stops) - drainSeconds
    expect(slowest).toBeLessThanOrEqual(stopSecondsMax)
    return (
      `${stops.length} restarts, ${busy.imports} within imports and ${busy.campaigns} within a campaign, each stopped ` +
      `within ${slowest.toFixed(1)} s after the drain; ${result.times.length} calls, none failed, ` +
      `${balancer.refused()} passed on, ${result.repeated} repeated as told; ` +
      `99 of 100 within ${percentile(result.times, 0.99)} ms, the slowest ${percentile(result.times, 1)} ms`
    )
  }
  return { whole, servers, restart, expectAllOnce }
}
