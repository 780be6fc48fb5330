import PostalMime, { decodeWords, type Address, type Attachment, type Email, type Mailbox } from 'postal-mime'
import { invalid } from '../../contract/api/errors.ts'

/** A message as a mail program has written it. */
export type ReadMail = {
  from: Mailbox | null
  /** The first; '': none. */
  replyTo: string
  /** Display names of To and Cc, by the address in lower case. */
  names: [address: string, name: string][]
  subject: string
  html: string | null
  text: string | null
  messageId: string | null
  /** In their order, decoded. */
  headers: { name: string; value: string }[]
  attachments: ReadAttachment[]
}

export type ReadAttachment = {
  filename: string
  contentType: string
  /** Without `<` and `>`. null: the HTML does not show it. */
  contentId: string | null
  /** In base64. */
  content: string
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 }
/** Each part is expensive to read. */
const boundariesMax = 1_000

/** @throws AppError `validation_failed` if the message is damaged, or would be too expensive to read. */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (countBoundaries(found) > boundariesMax) throw invalid('the message has too many parts')
  const email = await PostalMime.parse(bytes, {
    ...limits,
    attachmentEncoding: 'base64',
    forceRfc822Attachments: true,
  }).catch(() => null)
  if (email === null) throw invalid('the message is not readable as MIME (RFC 2045)')
  return mailOf(email)
}

function countBoundaries(bytes: Buffer): number {
  let count = 0
  for (
    let at = bytes.indexOf('\n--');
    at !== -1 && count <= boundariesMax;
    at = bytes.indexOf('\n--', at + 3)
  ) {
    count += 1
  }
  return count
}

function mailOf(email: Email): ReadMail {
  const { from, replyTo = [], to = [], cc = [], html, text, attachments } = email
  const people = [...to, ...cc].flatMap(mailboxesOf)
  return {
    from: (from && mailboxesOf(from)[0]) ?? null,
    replyTo: replyTo.flatMap(mailboxesOf)[0]?.address ?? '',
    names: people.flatMap(({ address, name }) => (name === '' ? [] : [[address.toLowerCase(), name]])),
    subject: email.subject ?? '',
    html: isBlank(html) ? null : (html ?? null),
    text: isBlank(text) ? null : (text ?? null),
    messageId: email.messageId?.trim() ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({
      name: originalKey,
      value: decodeWords(value).replaceAll(/\s+/g, ' ').trim(),
    })),
    attachments: attachments.map(attachmentOf),
  }
}

function mailboxesOf(address: Address): Mailbox[] {
  return address.group ?? [address]
}

function isBlank(part: string | undefined): boolean {
  return part === undefined || part.trim() === ''
}

const namesByType: Record<string, string> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invite.ics',
}

function attachmentOf({ filename, mimeType, related, contentId, content }: Attachment): ReadAttachment {
  const id = contentId?.replaceAll(/^<|>$/g, '').trim() ?? ''
  return {
    filename: filename?.trim() || (namesByType[mimeType] ?? 'attachment'),
    contentType: mimeType,
    contentId: related === true && id !== '' ? id : null,
    content: typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('base64'),
  }
}
