/**
 * A request to a url that somebody gave us, and that failed. `message` is a sentence for whoever gave it and names
 * nothing but the url's own host; `retry` says whether a later attempt may fare better (specification, section 4.1).
 */
export class RequestFailed extends Error {
  readonly retry: boolean

  constructor(message: string, { retry, cause }: { retry: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'RequestFailed'
    this.retry = retry
  }
}

/** A failure that no repetition heals: a refused address, a missing file, a file that is too large. */
export function finalFailure(message: string): RequestFailed {
  return new RequestFailed(message, { retry: false })
}

/**
 * A failure of the moment: the network, a server in trouble. The name that the system gives to `cause` (ECONNREFUSED,
 * CERT_HAS_EXPIRED) is put behind the first clause: it often says more than a sentence could.
 */
export function passingFailure(what: string, advice: string, cause?: unknown): RequestFailed {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const name = /^[A-Z0-9_]{3,60}$/.test(code) ? ` (${code})` : ''
  return new RequestFailed(`${what}${name}; ${advice}.`, { retry: true, cause })
}

/** `10 seconds`, `15 minutes`, `0.2 seconds`: how messages spell a limit. */
export function spellDuration(ms: number): string {
  if (ms >= 60_000 && ms % 60_000 === 0) return spellCount(ms / 60_000, 'minute')
  return spellCount(ms / 1000, 'second')
}

/** `200 MB`, `16 KB`, `512 bytes`, in steps of 1000 as the limits are stated. */
export function spellSize(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.floor(bytes / 1_000_000)} MB`
  if (bytes >= 1000) return `${Math.floor(bytes / 1000)} KB`
  return spellCount(bytes, 'byte')
}

function spellCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
