import type { Finding } from '../../../contract/campaigns/check.ts'
import type { MessageContent } from '../../../contract/campaigns/message-content.ts'

export type Found = Pick<Finding, 'kind' | 'code' | 'sentence'> & Partial<Finding>

/** 1,234,567 */
export function shown(value: number): string {
  return value.toLocaleString('en-GB')
}

export function people(value: number): string {
  return `${shown(value)} ${value === 1 ? 'person' : 'people'}`
}

export function presentFindings(found: readonly Found[]): Finding[] {
  return found.map((one) => ({ content_id: null, content_name: null, url: null, ...one }))
}

/** `Anna <anna@example.org>`; empty without an address. */
export function senderOf({ fromName, fromEmail }: Pick<MessageContent, 'fromName' | 'fromEmail'>): string {
  return fromName === '' || fromEmail === '' ? fromEmail : `${fromName} <${fromEmail}>`
}
