import type { FastifyBaseLogger } from 'fastify'
import { watchDatabase } from '../../database/driver/session/open.ts'

/** No addresses, no contents, no texts of errors: traces leave the machine. */
export type Attributes = Record<string, string | number>

/** Plain values, because they are passed to threads. */
export type TraceSettings = {
  /** Of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** Of all traces, 0 to 1. */
  share: number
  /** How long spans are kept before they are sent. Default: 5 s. */
  delayMs?: number
}

export type OpenSpan = {
  /** What `work` does belongs to the span. */
  within: (work: () => void) => void
  end: (name: string, attributes: Attributes, isFault: boolean) => void
}

export type Traces = {
  run: <Result>(name: string, attributes: Attributes, work: () => Promise<Result>) => Promise<Result>
  /** For what begins and ends in callbacks. */
  open: () => OpenSpan
  /** Sends what is left. */
  end: () => Promise<void>
}

let traces: Traces | null = null

/** Runs `work` in a span of the current trace, or of a new one. Without traces it only runs it. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return traces === null ? work() : traces.run(name, attributes, work)
}

/** For this thread. The libraries are loaded only here: they take 100 ms of a core and 16 MB. */
export async function startTraces(
  settings: TraceSettings | null | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Traces | null> {
  if (settings === null || settings === undefined) return null
  const { createTraces } = await import('./exported.ts')
  const started = createTraces(settings, log)
  watchDatabase(started.watchDatabase)
  const end = async () => {
    watchDatabase(null)
    traces = null
    await started.end()
  }
  traces = { ...started, end }
  return traces
}
