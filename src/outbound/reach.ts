import { admit, resolveHost } from './address-guard.ts'
import type { Admission, Lookup } from './address-guard.ts'
import { connectGuarded } from './guarded-connection.ts'
import type { GuardedConnection } from './guarded-connection.ts'

/**
 * Looks the url's host up, once, and connects to what was found if all of it may be connected to. Rejects with
 * RequestFailed or, once `signal` is aborted, with any error; the caller limits the time and destroys the socket.
 */
export async function reachGuarded(
  url: URL,
  { lookup, ...admission }: Admission & { lookup: Lookup | undefined },
  signal: AbortSignal,
): Promise<{ addresses: readonly string[]; connection: GuardedConnection }> {
  const addresses = await unlessAborted(resolveHost(url, lookup), signal)
  admit(url, addresses, admission)
  return { addresses, connection: await connectGuarded(url, addresses, signal) }
}

/** For work that cannot be stopped: a look-up by the system goes on, but nobody waits for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
