import { askedWaitMs } from './asked-wait.ts'

export type RetryOptions = {
  /** Default: 5. */
  triesMax?: number
  /** The wait before the second try; each next one is twice as long. Default: 500. */
  waitMs?: number
  fetch?: typeof globalThis.fetch
}

const idempotent = ['GET', 'HEAD', 'PUT', 'DELETE']

/**
 * A `fetch` that repeats what may be repeated, for `createClient`: every call that was refused for its rate, and calls
 * that got no answer or 502, 503 or 504 if HTTP calls them idempotent (GET, HEAD, PUT, DELETE) or they have an `Idempotency-Key`. POSTs without one get one, so
 * that a repetition changes nothing twice: the server answers it as it answered the first.
 * @returns the last answer. @throws what `fetch` throws at the last try, or at once if the call was aborted.
 */
export function retrying({
  triesMax = 5,
  waitMs = 500,
  fetch = globalThis.fetch,
}: RetryOptions = {}): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const method = (init.method ?? 'GET').toUpperCase()
    const headers = new Headers(init.headers)
    if (method === 'POST' && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', crypto.randomUUID())
    }
    const isRepeatable = idempotent.includes(method) || headers.has('idempotency-key')
    for (let tries = 1; ; tries += 1) {
      const isLast = tries >= triesMax
      const answer = await attempt(() => fetch(input, { ...init, headers }))
      if (answer instanceof Response) {
        const waits = answer.status === 429 || (isRepeatable && [502, 503, 504].includes(answer.status))
        if (!waits || isLast) return answer
        await answer.body?.cancel()
      } else if (!isRepeatable || isLast || init.signal?.aborted === true) {
        throw answer.error
      }
      const asked = answer instanceof Response ? askedWaitMs(answer) : null
      await pause(asked ?? waitMs * 2 ** (tries - 1), init.signal ?? undefined)
    }
  }
}

async function attempt(work: () => Promise<Response>): Promise<Response | { error: unknown }> {
  try {
    return await work()
  } catch (error) {
    return { error }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // It may have been aborted while the answer came.
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
