import { judgeBounce, type Bounce } from '../../contract/responses/severity.ts'
import { addressOf, blocksOf, type Fields } from './fields.ts'
import { isReceipt } from './automatic.ts'
import { isDelay } from './delay.ts'
import type { ReturnedMail } from './mail.ts'
import { refusalIn } from './refusal-text.ts'

type Failed = Bounce & { recipient: string | null; reply: string }

/** RFC 3464. @returns `none` for delays and successes; null without a recipient, so that only the text can help. */
export function readDeliveryStatus(mail: ReturnedMail): Failed | 'none' | null {
  if (isReceipt(mail)) return 'none'
  const blocks = blocksOf(mail.deliveryStatus ?? '')
  // The first block describes the message, the others one recipient each (section 2.1).
  const about = blocks.filter((block) =>
    ['action', 'status', 'diagnostic-code'].some((name) => block.has(name)),
  )
  if (about.length === 0) return null
  const failed = about.find((block) => hasFailed(block, mail))
  if (failed === undefined) return 'none'
  const status = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(failed.get('status') ?? '')?.[0] ?? null
  const reply = failed.get('diagnostic-code') ?? failed.get('x-supplementary-info') ?? ''
  return {
    // The final recipient may be a forwarding address.
    recipient: addressOf(failed.get('original-recipient')) ?? addressOf(failed.get('final-recipient')),
    ...judged(mail, reply, status),
    reply,
  }
}

/** Many relays put the reply only into the text of the report. */
function judged({ text, doubtful }: ReturnedMail, reply: string, status: string | null): Bounce {
  const bounce = judgeBounce({ reply, status })
  if (bounce.cause !== 'undetermined' && reply !== '') return bounce
  const strict = bounce.cause !== 'undetermined'
  const better = [text, doubtful]
    .map((written) => refusalIn(written, { strict }))
    .filter((written) => written !== '')
    .map((written) => judgeBounce({ reply: written, status: bounce.status }))
    .find(({ cause }) => cause !== 'undetermined')
  return better ?? bounce
}

function hasFailed(block: Fields, { subject, text }: ReturnedMail): boolean {
  const action = (block.get('action') ?? '').trim().toLowerCase()
  if (/^(?:fail|expire|error|undeliver|reject|bounce)/.test(action)) return true
  if (/^(?:delay|deliver|relay|expand)/.test(action)) return false
  return /\b[45]\.\d{1,3}\.\d{1,3}\b/.test(block.get('status') ?? '') && !isDelay(subject, text)
}
