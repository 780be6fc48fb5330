import { Client } from 'undici'
import { median } from '../measure.ts'

export type Load = { perSecond: number; p50Ms: number; p99Ms: number }

export type Target = {
  url: string
  path: string | ((call: number) => string)
  credential: string
  method?: 'GET' | 'POST' | 'PUT'
  /** What the call sends, other each time. */
  record?: (call: number) => object
  headers?: (call: number) => Record<string, string>
  /** Default: 200. */
  status?: number
}

export type Rate = { connections: number; seconds: number }

let calls = 0

/** @throws Error for an answer with another status. */
export async function load(
  { url, path, credential, method = 'GET', record, headers: more, status = 200 }: Target,
  { connections, seconds }: Rate,
): Promise<Load> {
  const times: number[] = []
  const beginMs = performance.now()
  const endMs = beginMs + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(url)
      while (performance.now() < endMs) {
        calls += 1
        const headers = { authorization: `Basic ${credential}`, ...more?.(calls) }
        const startMs = performance.now()
        const { statusCode, body } = await client.request({
          path: typeof path === 'string' ? path : path(calls),
          method,
          ...(record === undefined
            ? { headers }
            : {
                headers: { ...headers, 'content-type': 'application/json' },
                body: JSON.stringify(record(calls)),
              }),
        })
        const answer = await body.text()
        if (statusCode !== status) throw new Error(`${method} ${String(path)}: ${statusCode} ${answer}`)
        times.push(performance.now() - startMs)
      }
      await client.close()
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const perSecond = (times.length / (performance.now() - beginMs)) * 1000
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) }
}

export function medianOf(loads: readonly Load[]): Load {
  return {
    perSecond: median(loads.map((one) => one.perSecond)),
    p50Ms: median(loads.map((one) => one.p50Ms)),
    p99Ms: median(loads.map((one) => one.p99Ms)),
  }
}

export function textOf({ perSecond, p50Ms, p99Ms }: Load): string {
  return `${perSecond.toFixed(0).padStart(6)}/s p50 ${p50Ms.toFixed(1)} ms p99 ${p99Ms.toFixed(1)} ms`
}
