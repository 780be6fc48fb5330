import { StillUnderWay } from '../actions/idempotency/carry-out.ts'
import { AppError } from '../contract/api/errors.ts'
import { refusal } from '../outbound/smtp/port.ts'

/** Of the 512 octets of a line (RFC 5321, section 4.5.3.1.5). */
const textMax = 450

/** @returns the reply to what the caller can act on. null: a fault of the server. */
export function replyTo(error: unknown): Error | null {
  if (error instanceof StillUnderWay) {
    return refusal(451, '4.3.0 A message with this key is still being stored. Try again later.')
  }
  if (!(error instanceof AppError)) return null
  const [code, status] = codesOf(error)
  return refusal(code, `${status} ${plain(error.message)}`)
}

function codesOf({ status }: AppError): [code: number, status: string] {
  if (status === 401) return [535, '5.7.8']
  if (status === 413) return [552, '5.3.4']
  if (status === 429) return [451, '4.7.0']
  return status >= 500 ? [451, '4.3.0'] : [550, '5.7.1']
}

export const laterReply = refusal(451, '4.3.0 Try again later')

function plain(text: string): string {
  const ascii = text.replaceAll(/[“”„]/g, '"').replaceAll(/[^ -~]/g, '?')
  return ascii.length > textMax ? `${ascii.slice(0, textMax)}...` : ascii
}

const idsMax = 20

/** Programs look for `queued as`, as in the reply of Postfix. */
export function queuedReply(ids: readonly number[]): string {
  const more = ids.length > idsMax ? ` and ${ids.length - idsMax} more` : ''
  return `2.0.0 Ok: queued as ${ids.slice(0, idsMax).join(',')}${more}`
}
