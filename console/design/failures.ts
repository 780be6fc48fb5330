import { ApiFailure } from '../../src/client/api.ts'

export type FailureKind = 'offline' | 'forbidden' | 'missing' | 'busy' | 'server' | 'refused'

export function kindOf(error: unknown): FailureKind {
  if (!(error instanceof ApiFailure)) return 'offline'
  if (error.code === 'not_found') return 'missing'
  if (error.code === 'not_authorized') return 'forbidden'
  if (error.status === 429) return 'busy'
  return error.code === 'internal_error' ? 'server' : 'refused'
}

/** The server's sentence with a capital and a full stop. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const text = error.message.trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
