import type { Admission, Lookup } from '../../outbound/address-guard.ts'
import { finalFailure, passingFailure, spellDuration } from '../../outbound/request-failed.ts'

export type DownloadOptions = Admission & {
  /** Takes the body piece by piece; the next piece is read when the promise resolves. Its own errors pass through. */
  write: (chunk: Buffer) => Promise<void>
  /** Stops the download, which then rejects with the signal's reason: a stop is no failed attempt. */
  signal?: AbortSignal
  limitBytes?: number
  /** For the whole attempt, redirects included. */
  timeoutMs?: number
  /** For looking up, connecting and TLS, at each hop. */
  connectTimeoutMs?: number
  /** Until the whole head of the answer is there, and between two pieces of the body. */
  idleTimeoutMs?: number
  lookup?: Lookup
}

export type Attempt = Required<Omit<DownloadOptions, 'signal' | 'lookup' | 'setting'>> & {
  lookup: Lookup | undefined
  /** Aborts with what is then to be thrown: the caller's reason, or the RequestFailed of a limit of time. */
  signal: AbortSignal
  abort: (reason: unknown) => void
  /** Stops the clock and lets go of the caller's signal. */
  end: () => void
}

const limits = {
  limitBytes: 200_000_000,
  timeoutMs: 15 * 60_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 60_000,
}

/** Starts the clock of one attempt. Throws the reason of a signal that is aborted already. */
export function startAttempt({ signal, lookup, ...options }: DownloadOptions): Attempt {
  signal?.throwIfAborted()
  const given = { ...limits, ...options }
  const controller = new AbortController()
  const abort = (reason: unknown) => controller.abort(reason)
  const stop = () => abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const late = `The file had not arrived after ${spellDuration(given.timeoutMs)}, the most that a url import may take.`
  const timer = setTimeout(() => abort(finalFailure(late)), given.timeoutMs)
  const end = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  return { ...given, lookup, signal: controller.signal, abort, end }
}

/**
 * Runs `work` for at most `ms`, then the attempt fails because of `late`. Once it is aborted, by this or by anything
 * else, that reason is what is thrown, whatever error `work` made of it.
 */
export async function within<T>(
  { signal, abort }: Attempt,
  ms: number,
  late: string,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const timer = setTimeout(() => abort(passingFailure(late, 'check the url and the server')), ms)
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
