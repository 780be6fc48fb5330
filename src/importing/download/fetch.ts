import { hostOf, readUrl } from '../../outbound/address-guard.ts'
import { isLoopbackAddress } from '../../outbound/loopback.ts'
import { startAttempt, within, type Attempt, type DownloadOptions } from './attempt.ts'
import { exchange } from './exchange.ts'
import { RequestFailed, finalFailure, spellDuration } from '../../outbound/request-failed.ts'
import { reachGuarded } from '../../outbound/reach.ts'

export type DownloadResult =
  | { ok: true; sizeBytes: number }
  /** `message` is for the owner of the import, as it stands; `retry` false: no later attempt would fare better. */
  | { ok: false; retry: boolean; message: string }

const redirectsMax = 3

/** Seconds until the next attempt after so many failed ones; null: there is none (specification, section 4.1). */
export function retryDelaySeconds(failedAttempts: number): number | null {
  return [10, 50][failedAttempts - 1] ?? null
}

/**
 * One attempt to fetch the file of a url import (specification, sections 4.1 and 8). What `write` got before a failure
 * is to be thrown away. Memory does not grow with the file, and no socket outlives the promise.
 */
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
    // Only a server that is itself on a loopback address may send us on to one.
    allowLoopback &&= addresses.every(isLoopbackAddress)
    const outcome = await exchange(url, connection, attempt)
    if (typeof outcome === 'number') return outcome
    url = outcome
  }
  throw finalFailure(`The url redirects more than ${redirectsMax} times; use the address at the end of them.`)
}

function reach(url: URL, attempt: Attempt) {
  const { connectTimeoutMs, lookup, signal } = attempt
  const late = `The server at ${hostOf(url)} could not be reached within ${spellDuration(connectTimeoutMs)}`
  return within(attempt, connectTimeoutMs, late, () => reachGuarded(url, { ...attempt, lookup }, signal))
}
