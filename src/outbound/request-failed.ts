/** The user sees `message`, so it contains no addresses. `retry`: see specification, section 4.1. */
export class RequestFailed extends Error {
  readonly retry: boolean

  constructor(message: string, { retry, cause }: { retry: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'RequestFailed'
    this.retry = retry
  }
}

export function finalFailure(message: string): RequestFailed {
  return new RequestFailed(message, { retry: false })
}

/** Appends the code of `cause`, such as ECONNREFUSED, to the first clause. */
export function passingFailure(what: string, advice: string, cause?: unknown): RequestFailed {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const name = /^[A-Z0-9_]{3,60}$/.test(code) ? ` (${code})` : ''
  return new RequestFailed(`${what}${name}; ${advice}.`, { retry: true, cause })
}

export function spellDuration(ms: number): string {
  if (ms >= 60_000 && ms % 60_000 === 0) return spellCount(ms / 60_000, 'minute')
  return spellCount(ms / 1000, 'second')
}

export function spellSize(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.floor(bytes / 1_000_000)} MB`
  if (bytes >= 1000) return `${Math.floor(bytes / 1000)} KB`
  return spellCount(bytes, 'byte')
}

function spellCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
