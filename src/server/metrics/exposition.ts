import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics'
import type { Histogram, Meter } from '@opentelemetry/api'
import { catalog, type MetricName } from './catalog.ts'
import type { Sample } from './gather.ts'

/** From what an answer from memory takes to what a proxy waits for. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** All routes with several statuses each; the rest is counted in one series with `otel_metric_overflow`. */
const seriesMax = 5_000

/** @param gather called for each text. What it returns is served as it is, next to the requests noted here. */
export function createExposition(gather: () => Promise<Sample[]>) {
  const reader = new TextReader({
    cardinalitySelector: () => seriesMax,
    aggregationTemporalitySelector: temporalityOf,
  })
  const provider = new MeterProvider({ readers: [reader] })
  const meter = provider.getMeter('quiver')
  let samples: Sample[] = []
  for (const name of namesOf('counter', 'gauge'))
    if (name !== requestsName) observe(meter, name, () => samples)
  const requests = meter.createCounter(...described(requestsName))
  const durations = createHistogram(meter)
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  const write = async () => {
    samples = await gather()
    const { resourceMetrics } = await reader.collect()
    return serializer.serialize(resourceMetrics)
  }
  let writing: Promise<string> | undefined
  return {
    /** @param seconds null: its duration says nothing, as that of a stream. */
    noteRequest: (labels: { method: string; route: string; status: string }, seconds: number | null) => {
      requests.add(1, labels)
      if (seconds !== null) durations.record(seconds, { method: labels.method, route: labels.route })
    },
    /** Scrapes at the same time share one text. */
    text: (): Promise<string> => {
      writing ??= write().finally(() => (writing = undefined))
      return writing
    },
    end: () => provider.shutdown(),
  }
}

export type Exposition = ReturnType<typeof createExposition>

const requestsName = 'quiver_http_requests_total'

function namesOf(...kinds: string[]): MetricName[] {
  const names = Object.keys(catalog) as MetricName[]
  return names.filter((name) => kinds.includes(catalog[name].kind))
}

function described(name: MetricName): [string, { description: string }] {
  return [name, { description: catalog[name].help }]
}

function observe(meter: Meter, name: MetricName, samples: () => readonly Sample[]): void {
  const instrument =
    catalog[name].kind === 'counter'
      ? meter.createObservableCounter(...described(name))
      : meter.createObservableGauge(...described(name))
  instrument.addCallback((result) => {
    for (const sample of samples()) if (sample.name === name) result.observe(sample.value, sample.labels)
  })
}

function createHistogram(meter: Meter): Histogram {
  const [name, description] = described('quiver_http_request_duration_seconds')
  return meter.createHistogram(name, { ...description, advice: { explicitBucketBoundaries: boundaries } })
}

/** Otherwise a gauge serves what it once observed for ever: a warning that is over, a thing that no longer waits. */
function temporalityOf(type: InstrumentType): AggregationTemporality {
  return type === InstrumentType.OBSERVABLE_GAUGE
    ? AggregationTemporality.DELTA
    : AggregationTemporality.CUMULATIVE
}

/** Reads when it is asked to. The reader of the exporter would bring an HTTP server without a credential. */
class TextReader extends MetricReader {
  protected override onShutdown(): Promise<void> {
    return Promise.resolve()
  }

  protected override onForceFlush(): Promise<void> {
    return Promise.resolve()
  }
}
