import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { anOrganizationOf, aWholeServer, type WholeServer } from '../../harness/core/whole-server.ts'
import { areAllEnded } from '../../harness/importing/mixed.ts'
import { figure } from '../../harness/watching/figure.ts'
import {
  findLosses,
  holdingsOf,
  percentile,
  someTenants,
  steadyLoad,
  type Holdings,
} from '../../harness/watching/load.ts'

/** `SOAK_MINUTES=1440` for a day. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 4)

test('the API answers every call while a large import runs beside it', async () => {
  const whole = await aWholeServer()
  const tenants = await someTenants(whole, 20, 1_000)
  const busy = await anOrganizationOf(whole, { name: 'Busy' })
  const list = await busy.call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'Large' } })
  const rows = 300_000
  const lines = Array.from({ length: rows }, (_, row) => `large${row}@example.com\n`)
  const content = `Email\n${lines.join('')}`
  const large = await busy.call<{ id: number }>('POST', `mailing_lists/${list.id}/subscriber_imports`, {
    subscriber_import: {
      column_mapping: ['email'],
      file_source: { type: 'json', content },
    },
  })
  const over = new AbortController()
  const load = steadyLoad({ url: whole.url, tenants, perSecond: 40, signal: over.signal })
  const isOver = async () =>
    (await whole.sql`select 1 from import_jobs where id = ${large.id} and state = 'finished'`).length > 0
  await until(isOver, { seconds: 900 })
  over.abort()
  const result = await load
  expect(result.faults).toEqual([])
  await until(() => areAllEnded(whole.sql), { seconds: 300 })
  expect(await findLosses(whole.sql, result)).toEqual([])
  const { times } = result
  figure(
    `${times.length} calls beside ${rows} rows: half within ${percentile(times, 0.5)} ms, 99 of 100 within ${percentile(times, 0.99)} ms`,
  )
})

const most = (all: readonly Holdings[], name: keyof Holdings) => Math.max(...all.map((one) => one[name]))

test('a server under load holds no more memory, files and connections after a while than before', async () => {
  const whole = await aWholeServer()
  const tenants = await someTenants(whole, 20, 1_000)
  const stop = new AbortController()
  const load = steadyLoad({ url: whole.url, tenants, perSecond: 40, signal: stop.signal })
  const seen: Holdings[] = []
  for (let step = 0; step < minutes * 12; step += 1) {
    await pause(5_000)
    seen.push(await holdingsOf(whole.server.pid, whole.sql))
  }
  stop.abort()
  const result = await load
  expect(result.faults).toEqual([])
  await until(() => areAllEnded(whole.sql), { seconds: 300 })
  expect(await findLosses(whole.sql, result)).toEqual([])
  // The first quarter warms up.
  const quarter = Math.ceil(seen.length / 4)
  const [second, last] = [seen.slice(quarter, 2 * quarter), seen.slice(-quarter)]
  figure(
    `${result.times.length} calls in ${minutes} min; most memory, files and connections of the second quarter: ` +
      `${most(second, 'megabytes')} MB, ${most(second, 'files')}, ${most(second, 'connections')}; of the last: ` +
      `${most(last, 'megabytes')} MB, ${most(last, 'files')}, ${most(last, 'connections')}`,
  )
  expect(most(last, 'megabytes')).toBeLessThan(most(second, 'megabytes') * 1.15 + 20)
  expect(most(last, 'files')).toBeLessThan(most(second, 'files') + 40)
  expect(most(last, 'connections')).toBeLessThan(most(second, 'connections') + 15)
})

test('a server that is killed again and again under load loses no answered call', async () => {
  const whole = await aWholeServer()
  const tenants = await someTenants(whole, 10, 500)
  const stop = new AbortController()
  const options = { url: whole.url, tenants, perSecond: 40, signal: stop.signal, repeats: 'lost' as const }
  const load = steadyLoad(options)
  let server: Pick<WholeServer['server'], 'kill' | 'ended'> = whole.server
  const kills = minutes * 4
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(15_000)
    server.kill('SIGKILL')
    await server.ended
    server = await whole.startAgain()
  }
  stop.abort()
  const result = await load
  expect(result.faults).toEqual([])
  await until(() => areAllEnded(whole.sql), { seconds: 300 })
  expect(await findLosses(whole.sql, result)).toEqual([])
  figure(
    `${kills} kills under load; ${result.repeated} repeated calls; ${result.imports.length} imports and ` +
      `${[...result.written.values()].flat().length} subscribers, each once`,
  )
})
