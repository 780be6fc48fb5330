import { parseEmail } from '../contract/values/email.ts'
import type { RenderedContent } from './content.ts'
import type { DkimSigner } from './mime/dkim.ts'
import { displayName, findHarm, headerText, namedId } from './header-safety.ts'
import { isMultipart, writeMime, type BodyParts } from './mime/write.ts'

export type Delivery = {
  to: string
  /** Default: none. */
  toName?: string
  returnPath: string
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  /** null: the message is of no list. */
  list: {
    name: string
    /** `list-7.org-3.example.com`: the same for the life of the list. */ id: string
  } | null
  /** Unsubscribes on POST (RFC 8058). null: nobody can unsubscribe from such messages. */
  unsubscribeUrl: string | null
  /** A message to it unsubscribes the recipient. */
  unsubscribeEmail: string | null
  /** For Gmail's feedback loop: `campaign:organization:kind:sender`. */
  feedbackId: string
  dkim: DkimSigner | null
}

export type BuiltMessage = { envelope: { from: string; to: string }; raw: Buffer }

type Addresses = { to: string; from: string; sender: string | null; replyTo: string | null }

/** @returns a problem such as an invalid address from a code. @throws Error if the header check fails. */
export async function buildMessage(
  content: RenderedContent,
  delivery: Delivery,
): Promise<BuiltMessage | { problem: string }> {
  const addresses = readAddresses(content, delivery)
  if ('problem' in addresses) return addresses
  if (delivery.unsubscribeUrl !== null && !/^https?:\/\/[!-;=?-~]{1,800}$/.test(delivery.unsubscribeUrl)) {
    throw new Error('an unsubscribe URL has to be one, and short')
  }
  if (delivery.unsubscribeEmail !== null && !/^[!-;=?-~]{1,90}$/.test(delivery.unsubscribeEmail)) {
    throw new Error('an unsubscribe address has to be one, and short')
  }
  const headers = [...listHeaders(delivery), ...customHeaders(content)]
  const subject = headerText(content.subject)
  const hasSubject = typeof subject !== 'string' || subject !== ''
  const message = writeMime(
    [
      { key: 'From', value: { name: displayName(content.fromName), address: addresses.from } },
      ...(addresses.sender === null
        ? []
        : [{ key: 'Sender', value: { name: '', address: addresses.sender } }]),
      ...(addresses.replyTo === null
        ? []
        : [{ key: 'Reply-To', value: { name: '', address: addresses.replyTo } }]),
      { key: 'To', value: { name: displayName(delivery.toName ?? ''), address: addresses.to } },
      ...(hasSubject ? [{ key: 'Subject', value: subject }] : []),
      { key: 'Message-ID', value: delivery.messageId },
      { key: 'Date', value: delivery.date.toUTCString().replace('GMT', '+0000') },
      ...headers,
    ],
    parts(content),
    content.encodedLines,
  )
  const names = [...(hasSubject ? ['Subject'] : []), ...headers.map(({ key }) => key)]
  const harm = findHarm(message, [...namesFor(content, addresses), ...names])
  if (harm !== null) throw new Error(`a message ${harm}`)
  return {
    envelope: { from: delivery.returnPath, to: addresses.to },
    raw: delivery.dkim === null ? message : await delivery.dkim(message),
  }
}

const alwaysThere = ['From', 'To', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']

function namesFor(content: RenderedContent, { sender, replyTo }: Addresses): string[] {
  return [
    ...alwaysThere,
    ...(sender === null ? [] : ['Sender']),
    ...(replyTo === null ? [] : ['Reply-To']),
    ...(isMultipart(parts(content)) ? [] : ['Content-Transfer-Encoding']),
  ]
}

function readAddresses(content: RenderedContent, { to }: Delivery): Addresses | { problem: string } {
  const from = parseEmail(content.fromEmail)
  const sender = parseEmail(content.senderEmail)
  const replyTo = parseEmail(content.replyTo)
  const recipient = parseEmail(to)
  if (recipient === null) return { problem: 'the address of the subscriber is not a valid e-mail address' }
  if (from === null) return { problem: 'from_email is not a valid e-mail address' }
  if (sender === null && content.senderEmail.trim() !== '') {
    return { problem: 'sender_email is not a valid e-mail address' }
  }
  if (replyTo === null && content.replyTo.trim() !== '') {
    return { problem: 'reply_to is not a valid e-mail address' }
  }
  return {
    to: recipient.address,
    from: from.address,
    // RFC 5322, section 3.6.2: no Sender if it equals the author.
    sender: sender === null || sender.key === from.key ? null : sender.address,
    replyTo: replyTo?.address ?? null,
  }
}

function listHeaders({ list, unsubscribeUrl, unsubscribeEmail, feedbackId }: Delivery) {
  // Not folded: some receivers look for the url in the first line only.
  const asIs = { prepared: true, foldLines: false }
  const mailto = unsubscribeEmail === null ? '' : `, <mailto:${unsubscribeEmail}?subject=unsubscribe>`
  const leaving =
    unsubscribeUrl === null
      ? []
      : [
          { key: 'List-Unsubscribe', value: { ...asIs, value: `<${unsubscribeUrl}>${mailto}` } },
          { key: 'List-Unsubscribe-Post', value: { ...asIs, value: 'List-Unsubscribe=One-Click' } },
        ]
  return [
    ...(list === null ? [] : [{ key: 'List-Id', value: namedId(list.name, list.id) }]),
    ...leaving,
    { key: 'Feedback-ID', value: { ...asIs, value: feedbackId } },
  ]
}

function customHeaders(content: RenderedContent) {
  return content.headers
    .map(({ name, value }) => ({ key: name, value: headerText(value) }))
    .filter(({ value }) => value !== '')
}

function parts({ html, text, attachments }: RenderedContent): BodyParts {
  return {
    ...(attachments === undefined || attachments.length === 0 ? {} : { attachments }),
    ...(html === null ? {} : { html: html.toWellFormed() || '\r\n' }),
    ...(text === null ? {} : { text: text.toWellFormed() || '\r\n' }),
  }
}
