import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { anOrganizationOf, aWholeServer } from '../../harness/core/whole-server.ts'
import { figure } from '../../harness/watching/figure.ts'
import { parseExposition } from '../../harness/watching/exposition.ts'
import { percentile } from '../../harness/watching/load.ts'

const bodies = 20
const line = (row: number) => `person${String(row).padStart(7, '0')}@example.com,${'x'.repeat(70)}\n`
const rows = Math.floor(9_990_000 / line(0).length)

type Import = {
  id: number
  state: string
  stats: { subscribers: { added: number; skipped_repeated: number } }
}

/**
 * L5: client and server share the cores, so the bound is for the median and far above what a call takes alone in the same
 * run. The figure is the server's own.
 */
test('twenty bodies of 10 MB at once are imported, and calls get their answers meanwhile', async () => {
  const whole = await aWholeServer()
  const { call, credential } = await anOrganizationOf(whole, { name: 'Acme' })
  const { id: listId } = await call<{ id: number }>('POST', 'mailing_lists', {
    mailing_list: { name: 'News' },
  })
  const timed = async (signal: AbortSignal) => {
    const times: number[] = []
    while (!signal.aborted) {
      const begun = performance.now()
      await call('GET', 'mailing_lists')
      times.push(performance.now() - begun)
      await pause(10)
    }
    return times
  }
  await timed(AbortSignal.timeout(3_000))
  const alone = await timed(AbortSignal.timeout(3_000))

  const agent = new Agent({ connections: bodies, headersTimeout: 0, bodyTimeout: 0 })
  onTestFinished(() => agent.destroy())
  const content = Array.from({ length: rows }, (_, row) => line(row)).join('')
  const body = Buffer.from(
    JSON.stringify({
      subscriber_import: {
        column_mapping: ['email', ''],
        file_format: { csv_has_headers: false },
        file_source: { type: 'json', content },
      },
    }),
  )
  expect(body.length).toBeGreaterThan(9_900_000)
  const send = async () => {
    const answer = await fetch(`${whole.url}/ga/api/v2/mailing_lists/${listId}/subscriber_imports`, {
      method: 'POST',
      headers: { authorization: `Basic ${credential}`, 'content-type': 'application/json' },
      body,
      dispatcher: agent,
    })
    const { data } = (await answer.json()) as { data: Import | null }
    return { status: answer.status, id: data?.id ?? 0 }
  }
  await loopDelays(whole.metricsUrl)
  const over = new AbortController()
  const meanwhile = timed(over.signal)
  const sent = await Promise.all(Array.from({ length: bodies }, send)).finally(() => over.abort())
  const delays = await loopDelays(whole.metricsUrl)
  const beside = await meanwhile
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  const words = `half within ${Math.round(percentile(beside, 0.5))} ms, alone ${Math.round(percentile(alone, 0.5))} ms`
  expect(beside.length).toBeGreaterThan(5)
  expect(percentile(beside, 0.5), words).toBeLessThan(percentile(alone, 0.5) * 5 + 200)

  const added: number[] = []
  for (const { id } of sent) {
    await until(async () => (await call<Import>('GET', `subscriber_imports/${id}`)).state === 'finished', {
      seconds: 240,
    })
    added.push((await call<Import>('GET', `subscriber_imports/${id}`)).stats.subscribers.added)
  }
  expect(added.reduce((sum, one) => sum + one)).toBe(rows)
  const delay = `event loop of the main thread: p99 ${Math.round((delays.get('0.99') ?? NaN) * 1000)} ms`
  console.log(words, delay)
  figure(`${bodies} bodies of ${rows} rows; calls beside them ${words}; ${delay}`)
}, 600_000)

/** Since the last look, of the main thread, by quantile. */
async function loopDelays(metricsUrl: string): Promise<Map<string | undefined, number>> {
  const text = await (await fetch(metricsUrl)).text()
  const samples = parseExposition(text).get('quiver_event_loop_delay_seconds')?.samples ?? []
  const own = samples.filter(({ labels }) => labels['thread'] === 'main')
  return new Map(own.map(({ labels, value }) => [labels['quantile'], value]))
}
