import { domainOf, parseEmail } from '../../contract/values/email.ts'
import type { MessageNames, SentRef } from '../../links/verp.ts'

/** null if the sender's domain is a code, and so depends on the subscriber. */
export function messageIdOf(names: MessageNames, fromEmail: string, ref: SentRef): string | null {
  const address = parseEmail(fromEmail)?.address
  if (address === undefined) return null
  return names.messageId(ref, domainOf(address))
}
