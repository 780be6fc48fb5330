import { isOfMailing, type MessageNames, type SentRef } from '../links/verp.ts'

const headerBytesMax = 32 * 1024

/** For addresses of `List-Unsubscribe`; the text of the mail does not matter. @param recipients RCPT TO, if known. */
export function readUnsubscribeMail(
  message: Buffer,
  recipients: readonly string[],
  names: Pick<MessageNames, 'readUnsubscribeAddress'>,
): SentRef | null {
  const addresses = recipients.length > 0 ? recipients : addressesIn(message)
  for (const address of addresses) {
    const ref = names.readUnsubscribeAddress(address)
    if (ref !== null && (ref.subscriberId !== 0 || !isOfMailing(ref))) return ref
  }
  return null
}

/** Reads the header only, because a bounce of another mail may quote such an address. */
function addressesIn(message: Buffer): string[] {
  const [header = ''] = message.toString('latin1', 0, headerBytesMax).split(/\r?\n\r?\n/, 1)
  return header
    .split(/\r?\n(?![ \t])/)
    .filter((field) => /^(delivered-to|x-original-to|to):/i.test(field))
    .flatMap((field) => field.match(/[\w.+-]{1,200}@[\w.-]{1,200}/g) ?? [])
}
