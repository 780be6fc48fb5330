import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger } from 'fastify'
import type { Watch } from '../../database/driver/session/open.ts'
import type { Attributes, TraceSettings, Traces } from './traced.ts'

type Log = Pick<FastifyBaseLogger, 'warn'>

/** A collector that is slow or away costs this much memory at most, and spans. */
const spansMax = 2_048
const answerWithinMs = 5_000
const logEveryMs = 60_000

/**
 * Callers' `traceparent` is not read: a stranger could force traces, and join those of others. Statements that no span has
 * asked for, as those of idle loops, have none of their own.
 */
export function createTraces(
  { endpoint, headers, share, delayMs = 5_000 }: TraceSettings,
  log: Log,
): Traces & { watchDatabase: Watch } {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = logging(new OTLPTraceExporter({ url, headers, timeoutMillis: answerWithinMs }), url, log)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'quiver' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: spansMax, scheduledDelayMillis: delayMs }),
    ],
  })
  const tracer = provider.getTracer('quiver')
  const current = new AsyncLocalStorage<Span>()
  const begin = (name: string, kind: SpanKind, attributes: Attributes = {}) => {
    const parent = current.getStore()
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
    return tracer.startSpan(name, { kind, attributes }, context)
  }
  return {
    run: async (name, attributes, work) => {
      const span = begin(name, SpanKind.INTERNAL, attributes)
      try {
        return await current.run(span, work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    open: () => {
      const span = begin('request', SpanKind.SERVER)
      return {
        within: (work) => current.run(span, work),
        end: (name, attributes, isFault) => {
          span.updateName(name).setAttributes(attributes)
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    watchDatabase: (what) => {
      if (current.getStore() === undefined) return undefined
      const span = begin(what, SpanKind.CLIENT, { 'db.system.name': 'postgresql' })
      return (error) => {
        if (error !== undefined) fail(span, error)
        span.end()
      }
    },
    // What could not be sent is logged.
    end: () => provider.shutdown().catch(() => {}),
  }
}

/** The kind of an error, never its text: that may quote an address or a content. */
function fail(span: Span, error: unknown): void {
  const kind = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : typeof error
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR })
}

/** Says once a minute that traces are lost. */
function logging(exporter: SpanExporter, url: string, log: Log): SpanExporter {
  let loggedMs = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - loggedMs > logEveryMs) {
          loggedMs = performance.now()
          const { origin } = new URL(url)
          log.warn(
            { collector: origin, spans: spans.length, err: result.error },
            'traces could not be sent and were dropped',
          )
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
