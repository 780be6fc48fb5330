import { expect, onTestFinished, test } from 'vitest'
import { aServer } from '../../../test/harness/core/server.ts'
import { aCollector } from '../../../test/harness/watching/collector.ts'
import { startTraces, traced, type Traces } from '../../work/traces/traced.ts'
import { readConfig } from '../config.ts'
import { traceRequests } from './requests.ts'

async function someTraces(endpoint: string, share = 1) {
  const warnings: unknown[] = []
  const log = { warn: (...entry: unknown[]) => void warnings.push(entry) }
  const traces = (await startTraces({ endpoint, headers: { 'x-token': 'mine' }, share }, log)) as Traces
  onTestFinished(() => traces.end())
  return { traces, warnings }
}

test('a request is one trace: its route, its status, and the transactions that it had, without personal data', async () => {
  const { url, spans, requests } = await aCollector()
  const { traces } = await someTraces(url)
  const server = await aServer({ prepare: (app) => traceRequests(app, traces) })
  const authorization = `Basic ${server.a.credential}`
  const call = (path: string, body?: object) =>
    fetch(`${server.url}/ga/api/v2/${path}`, {
      headers: { authorization, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  const made = await call('mailing_lists', { mailing_list: { name: 'Anna and Ben' } })
  expect(made.status).toBe(200)
  await call('mailing_lists/1/subscribers', { subscriber: { email: 'anna@example.com' } })
  expect((await call('mailing_lists/1/subscribers/anna@example.com')).status).toBe(200)
  expect((await call('mailing_lists/999')).status).toBe(404)
  await server.app.close()
  await traces.end()

  expect(requests.map(({ path, headers }) => [path, headers['x-token']])).toEqual([['/v1/traces', 'mine']])
  const roots = spans.filter(({ parent }) => parent === null)
  expect(roots.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
    ['POST /ga/api/v2/mailing_lists', 200],
    ['POST /ga/api/v2/mailing_lists/:mailing_list_id/subscribers', 200],
    ['GET /ga/api/v2/mailing_lists/:mailing_list_id/subscribers/:ids', 200],
    ['GET /ga/api/v2/mailing_lists/:id', 404],
  ])
  expect(roots[0]?.attributes['quiver.request_id']).toBe(made.headers.get('x-request-id'))
  for (const { id, trace } of roots) {
    const inside = spans.filter(({ parent }) => parent === id)
    expect(inside.map((span) => span.trace)).toEqual(inside.map(() => trace))
    expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(['transaction']))
  }
  expect(
    spans.some(({ trace }) => trace === 'a'.repeat(32)),
    'a trace of the caller',
  ).toBe(false)
  expect(requests[0]?.text).not.toMatch(/anna|ben|Basic/i)
})

test('an error has its kind and not its text, and work without a collector is only run', async () => {
  const { url, spans, requests } = await aCollector()
  expect(await traced('nothing', {}, async () => 1)).toBe(1)
  const { traces } = await someTraces(url)
  const refused = Object.assign(new Error('duplicate key (anna@example.com)'), { code: '23505' })
  const work = traced('import range', { import: 7 }, () => traced('inner', {}, () => Promise.reject(refused)))
  await expect(work).rejects.toBe(refused)
  await traces.end()
  expect(spans.map(({ name, isFault, attributes }) => [name, isFault, attributes])).toEqual([
    ['inner', true, { 'error.type': '23505' }],
    ['import range', true, { import: 7, 'error.type': '23505' }],
  ])
  expect(requests[0]?.text).not.toContain('anna')
})

test('a collector that refuses is logged once, and nobody waits for it', async () => {
  const { url, requests } = await aCollector({ status: 400 })
  const { traces, warnings } = await someTraces(url)
  for (let count = 0; count < 600; count += 1) await traced('import range', { range: count }, async () => {})
  await traces.end()
  expect(requests.length).toBeGreaterThan(1)
  expect(warnings).toEqual([
    [expect.objectContaining({ collector: url }), expect.stringContaining('dropped')],
  ])
})

test('a share of the traces is sent, whole ones', async () => {
  const { url, spans } = await aCollector()
  const { traces } = await someTraces(url, 0)
  await traced('import range', {}, () => traced('inner', {}, async () => {}))
  await traces.end()
  expect(spans).toEqual([])
})

test('the settings are those of OpenTelemetry', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  expect(readConfig({}).traces).toBeNull()
  expect(
    readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer a=b, x-team=mail',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }).traces,
  ).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: { authorization: 'Bearer a=b', 'x-team': 'mail' },
    share: 0.25,
  })
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@collector' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'no pair' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
  ])
    expect(() => readConfig(wrong)).toThrow(Object.keys(wrong)[0])
})
