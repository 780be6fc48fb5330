import type { Said } from '../values/said/reader.ts'

/** Clients branch on these codes (specification, section 7; meanings in docs/errors.md). */
export const errorStatus = {
  validation_failed: 422,
  invalid_request: 400,
  requested_too_many: 422,
  multiple_records_found: 409,
  not_found: 404,
  not_authorized: 401,
  too_many_requests: 429,
  internal_error: 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** The records that prevent a delete. */
export type Dependencies = { dependencies: { type: string; id: number }[] }

/** What is wrong with one field, so that a form can mark it. */
export type FieldError = {
  /** As in the body, such as `dispatch_attributes.from_email`. */
  path: string
  problem: string
  /** The problem for clients that say it in another language, see `values/said/refusals.ts`. */
  code?: string
  parameters?: Said['parameters']
}

type Details = {
  /** An HTTP status other than the code's own: 403, 405, 413, 431 or 503. */
  status?: number
  /** Only a delete that is refused because of dependencies has `data`. */
  data?: Dependencies
  headers?: Record<string, string>
  errors?: FieldError[]
  cause?: unknown
}

/** An error that the caller can fix. Any other thrown value is a bug, answered as `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: Dependencies | null
  readonly headers: Record<string, string>
  readonly errors: FieldError[]

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = details.status ?? errorStatus[code]
    this.data = details.data ?? null
    this.headers = details.headers ?? {}
    this.errors = details.errors ?? []
  }
}

/** The same message for missing, deleted and other organizations' records, so callers cannot tell them apart. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`)
}

/** @param problem `<attribute> <problem>`, several joined by `, `. */
export function invalid(problem: string, errors: FieldError[] = []): AppError {
  return new AppError('validation_failed', problem, { errors })
}

export function badRequest(problem: string): AppError {
  return new AppError('invalid_request', problem)
}

export function contentTooLarge(problem: string): AppError {
  return new AppError('invalid_request', problem, { status: 413 })
}

export function forbidden(problem: string): AppError {
  return new AppError('not_authorized', problem, { status: 403 })
}

/** @param seconds after which the caller may try again. */
export function tooManyRequests(problem: string, seconds: number): AppError {
  return new AppError('too_many_requests', problem, { headers: { 'retry-after': String(seconds) } })
}

/** `always_200` is for clients that throw on other statuses; 401, 429 and server errors keep their own status. */
export function answerStatus(status: number, mode: 'real' | 'always_200'): number {
  const keepsStatus = status === 401 || status === 429 || status >= 500
  return mode === 'always_200' && !keepsStatus ? 200 : status
}
