import { expect } from 'vitest'
import { aFuzz } from './requests.ts'
import { figure } from '../watching/figure.ts'

/** No answer may contain a stack trace, SQL, a module path or data of another organization. */
const leaks = [/\bat \S+ \(?\/?\S+\.[jt]s:\d+/, /\b(select|insert into|update|delete from)\s+\S+\s+(from|where|set|values)\b/i, /PostgresError/, /node_modules/] // oxfmt-ignore

/** F3: sends so many requests generated from the OpenAPI document; each is answered fast, as the document says, and without a server error. */
export async function surviveFuzz(count: number, seed: number): Promise<void> {
  const fuzz = await aFuzz(seed)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let keyed = 0
  for (let index = 0; index < count; index += 1) {
    const request = fuzz.next()
    if (request.headers?.['idempotency-key'] !== undefined) keyed += 1
    const startedMs = performance.now()
    const { status, text } = await fuzz.send(request).catch((error: unknown) => {
      faults.push(`${String(error)}\n${JSON.stringify(request)}`.slice(0, 1_500))
      return { status: 0, text: '' }
    })
    const ms = performance.now() - startedMs
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const mayHold =
      fuzz.maySee(request) || request.payload !== undefined || request.url.includes('canary7f3e')
    const leaked = leaks.some((pattern) => pattern.test(text)) || (!mayHold && text.includes('canary7f3e'))
    if (status >= 500 || ms > 5_000 || leaked) {
      faults.push(
        `${status} in ${Math.round(ms)} ms: ${JSON.stringify(request).slice(0, 1_500)}\n${text.slice(0, 500)}`,
      )
    }
    if (faults.length >= 10) break
  }
  expect(faults).toEqual([])
  figure(`${count} requests, ${keyed} with a key: no answer 5xx, none off its schema, none slower than 5 s`)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  // If all requests failed the first check, the test would prove nothing.
  const share = (status: number) => (statuses.get(status) ?? 0) / count
  expect(share(200)).toBeGreaterThan(0.05)
  expect(share(422)).toBeGreaterThan(0.04)
  expect(share(401)).toBeLessThan(0.3)
}
