import { expect } from 'vitest'
import { aWire, type CutAt } from '../../core/wire.ts'
import type { RemoteDatabase } from './postgresql.ts'
import { aRemoteWorld } from './world.ts'
import { until } from '../../core/until.ts'

/**
 * A sender dies at one message to Quiver's own database while it reads a query or sends; another one finishes the
 * campaign. Nobody gets two messages, and whoever got none is listed as uncertain.
 * @returns whether it died
 */
export async function killWhileReading(
  { sql, target }: RemoteDatabase,
  cutAt: CutAt,
  rows: number,
): Promise<boolean> {
  await sql`create table if not exists people (n integer primary key, email text)`
  await sql`
    insert into people select n, n || '@example.com' from generate_series(1, ${rows}::integer) n on conflict do nothing`
  const world = await aRemoteWorld(target)
  const wire = await aWire(world.api.url, cutAt)
  const id = await world.begin('select email, n as distinct_id from people order by n')
  const first = world.start({ api: { url: wire.url, secrets: world.api.secrets } })
  const isOver = async () => (await world.stateOf(id)).state === 'finished'
  let died = false
  void wire.cut.then(() => (died = true))
  await until(async () => died || (await isOver()), { seconds: 120 })
  await first.die()
  await world.sql`update jobs set leased_until = null, next_attempt_at = null where state = 'sending'`
  const second = world.start()
  expect(await world.ended(id)).toMatchObject({ state: 'finished' })
  await second.stop()
  const uncertain = await world.sql<{ key: string }[]>`
    select s.key from deliveries d join subscribers s on s.organization_id = d.organization_id and s.id = d.subscriber_id
    where d.campaign_id = ${id} and d.state = 'uncertain'`
  const addressed = world.addressed()
  expect(new Set(addressed).size, 'nobody gets it twice').toBe(addressed.length)
  expect(new Set([...addressed, ...uncertain.map(({ key }) => key)]).size, 'nobody is skipped').toBe(rows)
  expect(await world.statsOf(id)).toMatchObject({ recipients_total: rows, recipients_sent: rows })
  expect(await world.queryOf(id)).toMatchObject({ rows_read: rows, duplicates: 0, left_before: 0 })
  return died
}
