import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Value = { stringValue?: string; intValue?: number | string }
type SpanOnWire = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status?: { code?: number }
  attributes: { key: string; value: Value }[]
}
type Body = { resourceSpans: { scopeSpans: { spans: SpanOnWire[] }[] }[] }

export type SeenSpan = {
  trace: string
  id: string
  parent: string | null
  name: string
  isFault: boolean
  attributes: Record<string, string | number>
}

/** A collector that takes OTLP over HTTP as JSON, and keeps what it got. */
export async function aCollector({ status = 200 } = {}) {
  const spans: SeenSpan[] = []
  const requests: { path: string; headers: IncomingMessage['headers']; text: string }[] = []
  const take = async (request: IncomingMessage) => {
    const body = await json(request)
    requests.push({ path: request.url ?? '', headers: request.headers, text: JSON.stringify(body) })
    spans.push(...spansIn(body as Body))
    return status
  }
  const server = createServer((request, response) => {
    const answer = (code: number) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end('{}')
    take(request).then(answer, () => answer(500))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, requests }
}

function spansIn({ resourceSpans }: Body): SeenSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId, name, status, attributes }) => ({
        trace: traceId,
        id: spanId,
        parent: parentSpanId === undefined || parentSpanId === '' ? null : parentSpanId,
        name,
        isFault: status?.code === 2,
        attributes: Object.fromEntries(
          attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
        ),
      })),
    ),
  )
}
