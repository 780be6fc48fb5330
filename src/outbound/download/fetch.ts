import { readFileSync } from 'node:fs'
import { hostOf, readUrl, type Admission } from '../address-guard.ts'
import type { Lookup } from '../names/addresses.ts'
import { isLoopbackAddress } from '../loopback.ts'
import { withClient, type Exchange } from '../client.ts'
import { reachGuarded, type GuardedConnection } from '../reach.ts'
import { RequestFailed, finalFailure, passingFailure, spellDuration } from '../request-failed.ts'
import {
  brokenConnection,
  endsWithConnection,
  nameOf,
  readAnswer,
  refuseOtherProtocol,
  tooLarge,
  type Limit,
} from './answer.ts'

export type DownloadOptions = Admission & {
  /** The next chunk is read when the promise resolves. Its errors are rethrown. */
  write: (chunk: Buffer) => Promise<void>
  signal?: AbortSignal
  limitBytes?: number
  timeoutMs?: number
  /** For DNS, TCP and TLS, per hop. */
  connectTimeoutMs?: number
  /** For the response header, and between two chunks of the body. */
  idleTimeoutMs?: number
  lookup?: Lookup
  /** For the words of messages. Default: import. */
  purpose?: Limit['purpose']
}

export type DownloadResult = { ok: true; sizeBytes: number } | { ok: false; retry: boolean; message: string }

const limits = {
  limitBytes: 200_000_000,
  timeoutMs: 15 * 60_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 60_000,
  purpose: 'import',
} as const

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

const redirectsMax = 3

/** One attempt (specification, sections 4.1 and 8). Discard the written chunks after a failure. */
export async function download(url: string, options: DownloadOptions): Promise<DownloadResult> {
  const attempt = startAttempt(options)
  try {
    return { ok: true, sizeBytes: await follow(url, attempt) }
  } catch (error) {
    if (error instanceof RequestFailed) return { ok: false, retry: error.retry, message: error.message }
    throw error
  } finally {
    attempt.end()
  }
}

async function follow(text: string, attempt: Attempt): Promise<number> {
  let url = readUrl(text)
  let { allowLoopback } = attempt
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const { addresses, connection } = await reach(url, { ...attempt, allowLoopback })
    // Only a server on a loopback address may redirect to one.
    allowLoopback &&= addresses.every(isLoopbackAddress)
    const outcome = await exchange(url, connection, attempt)
    if (typeof outcome === 'number') return outcome
    url = outcome
  }
  throw finalFailure(`The url redirects more than ${redirectsMax} times; use the address that they lead to.`)
}

function reach(url: URL, attempt: Attempt) {
  const { connectTimeoutMs, lookup, signal } = attempt
  const late = `The server at ${hostOf(url)} could not be reached within ${spellDuration(connectTimeoutMs)}`
  return within(attempt, connectTimeoutMs, late, () => reachGuarded(url, { ...attempt, lookup }, signal))
}

async function exchange(url: URL, connection: GuardedConnection, attempt: Attempt): Promise<URL | number> {
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': `Quiver/${version}` }
  const path = url.pathname + url.search
  return withClient(url, { connection, bodyBytesMax: attempt.limitBytes }, async ({ client, taken }) => {
    const answer = await waitForServer(url, attempt, () =>
      client
        .request({ method: 'GET', path, headers, signal: attempt.signal })
        .catch(refuseOtherProtocol(url)),
    )
    answer.body.on('error', () => {})
    const elsewhere = readAnswer(url, answer, attempt)
    if (elsewhere) return elsewhere
    const sizeBytes = await receive(url, answer.body, { ...attempt, taken })
    if (endsWithConnection(answer) && connection.isBroken()) throw brokenConnection(url)
    return sizeBytes
  })
}

async function receive(
  url: URL,
  body: AsyncIterable<Buffer>,
  attempt: Attempt & Pick<Exchange, 'taken'>,
): Promise<number> {
  const pieces = body[Symbol.asyncIterator]()
  let sizeBytes = 0
  for (;;) {
    const piece = await waitForServer(url, attempt, () => pieces.next())
    if (piece.done === true) return sizeBytes
    attempt.taken()
    sizeBytes += piece.value.length
    if (sizeBytes > attempt.limitBytes) throw tooLarge(url, attempt)
    await attempt.write(piece.value)
  }
}

async function waitForServer<T>(url: URL, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const late = `The server at ${hostOf(url)} sent nothing for ${spellDuration(attempt.idleTimeoutMs)}`
  return within(attempt, attempt.idleTimeoutMs, late, () =>
    work().catch((error: unknown) => {
      throw error instanceof RequestFailed ? error : brokenConnection(url, error)
    }),
  )
}

type Attempt = Required<Omit<DownloadOptions, 'signal' | 'lookup' | keyof Admission>> &
  Admission & {
    lookup: Lookup | undefined
    signal: AbortSignal
    abort: (reason: unknown) => void
    end: () => void
  }

function startAttempt({ signal, lookup, ...options }: DownloadOptions): Attempt {
  signal?.throwIfAborted()
  const given = { ...limits, ...options }
  const controller = new AbortController()
  const abort = (reason: unknown) => controller.abort(reason)
  const stop = () => abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const late = `The file had not arrived after ${spellDuration(given.timeoutMs)}, the most that ${nameOf(given)} may take.`
  const timer = setTimeout(() => abort(finalFailure(late)), given.timeoutMs)
  const end = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  return { ...given, lookup, signal: controller.signal, abort, end }
}

/** Fails the attempt with `late` after `ms`. Throws the reason of an aborted attempt instead of the error of `work`. */
async function within<T>(
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
