import type { Finding } from '../../../contract/campaigns/check.ts'
import { readFinding } from '../../../contract/values/said/findings.ts'
import type { Estimate } from '../../../contract/api/figures.ts'
import { rounded } from '../../../contract/values/rounded.ts'
import type { MessageContent } from '../../../contract/campaigns/message-content.ts'

export type Found = Pick<Finding, 'kind' | 'code' | 'sentence'> & Partial<Finding>

/** 1,234,567 */
export function shown(value: number): string {
  return value.toLocaleString('en-GB')
}

export function people(value: number, estimate: Estimate | null = null): string {
  return `${numberOf(value, estimate)} ${value === 1 && estimate === null ? 'person' : 'people'}`
}

/** Of people. About 400,000 (380,000 to 420,000): where counting takes too long. */
export function numberOf(value: number, estimate: Estimate | null = null): string {
  if (estimate === null) return shown(value)
  const { number, from, to } = rounded(estimate)
  return `about ${shown(number)} (${shown(from)} to ${shown(to)})`
}

export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

export function presentFindings(found: readonly Found[]): Finding[] {
  return found.map((one) => {
    const said = readFinding(one.sentence)
    const form = { form: said?.code ?? null, parameters: said?.parameters ?? {} }
    return { content_id: null, content_name: null, url: null, ...form, ...one }
  })
}

/** `Anna <anna@example.org>`; empty without an address. */
export function senderOf({ fromName, fromEmail }: Pick<MessageContent, 'fromName' | 'fromEmail'>): string {
  return fromName === '' || fromEmail === '' ? fromEmail : `${fromName} <${fromEmail}>`
}
