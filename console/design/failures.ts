import { ApiFailure } from '../../src/client/api.ts'
import { staleOf } from '../app/reach/guard.ts'

export type FailureKind =
  | 'offline'
  | 'forbidden'
  | 'stale'
  | 'missing'
  | 'busy'
  | 'later'
  | 'server'
  | 'refused'

export function kindOf(error: unknown): FailureKind {
  if (!(error instanceof ApiFailure)) return 'offline'
  if (error.code === 'not_found') return 'missing'
  if (error.code === 'not_authorized') return 'forbidden'
  if (staleOf(error) !== null) return 'stale'
  if (error.status === 429) return 'busy'
  if (error.code !== 'internal_error') return 'refused'
  // The sentence about an unexpected fault holds the request id and nothing else: the others say what to do.
  const isUnexpected = error.requestId === null || error.message.includes(error.requestId)
  return isUnexpected ? 'server' : 'later'
}

/** The server's sentence with a capital and a full stop. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const stale = staleOf(error)
  // The zone of the organization, in which answers have their times.
  if (stale !== null) return `${stale.who}, ${stale.at.slice(11, 16)}`
  const text = error.message.trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
