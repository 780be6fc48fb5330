import { expect, test } from 'vitest'
import { until } from '../harness/core/until.ts'
import { anOrganizationOf, aWholeServer } from '../harness/core/whole-server.ts'
import { aReceiver } from '../harness/records/receiver.ts'
import { aCollector } from '../harness/watching/collector.ts'

test('each thread of a server sends its traces: a request, an import range, a campaign batch, a webhook delivery', async () => {
  const collector = await aCollector()
  const server = await aWholeServer({}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { call } = await anOrganizationOf(server, { name: 'Acme' })
  const { url } = await aReceiver()
  await call('POST', 'webhooks', { webhook: { name: 'All', url, event_types: ['import_finished'] } })
  const list = await call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'News' } })
  const file_source = { type: 'json', content: 'anna@example.com\nben@example.com\n' }
  const subscriber_import = {
    column_mapping: ['email'],
    file_source,
    file_format: { csv_has_headers: false },
  }
  const path = `mailing_lists/${list.id}/subscriber_imports`
  const { id } = await call<{ id: number }>('POST', path, { subscriber_import })
  type Import = { state: string }
  await until(async () => (await call<Import>('GET', `subscriber_imports/${id}`)).state === 'finished', {
    seconds: 120,
  })
  await call('POST', `mailing_lists/${list.id}/campaigns`, {
    campaign: {
      name: 'Hello',
      segmentation_criteria_ad_hoc: [],
      contents: [{ subject: 'Hello', format: 'text', text: 'Hello. %%unsubscribe_link%%' }],
      dispatch_attributes: { from_name: 'Example', from_email: 'news@example.com', begins_at: 'now' },
    },
  })
  await until(async () => server.sink.messages.length === 2, { seconds: 120 })
  const names = ['import range', 'campaign batch', 'webhook delivery', `POST /ga/api/v2/mailing_lists`]
  const seen = () => new Set(collector.spans.map(({ name }) => name))
  await until(async () => names.every((name) => seen().has(name)), { seconds: 120 })
  const [range] = collector.spans.filter(({ name }) => name === 'import range')
  expect(range?.attributes).toMatchObject({ import: id, rows: 2 })
  expect(collector.spans.filter(({ parent }) => parent === range?.id).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['transaction']),
  )
  const text = collector.requests.map((request) => request.text).join('\n')
  expect(text).not.toMatch(/anna@|ben@|Hello/)
  server.server.kill('SIGTERM')
  expect((await server.server.ended).code).toBe(0)
})
