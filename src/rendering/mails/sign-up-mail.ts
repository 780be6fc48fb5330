import { signUpMailHtml, type ShownMail } from '../../contract/lists/forms/mail-page.ts'
import { parseEmail } from '../../contract/values/email.ts'
import type { DkimSigner } from '../mime/dkim.ts'
import { displayName, findHarm, headerText } from '../header-safety.ts'
import type { BuiltMessage } from '../message.ts'
import { encodeLines, writeMime, type EncodedLines } from '../mime/write.ts'

export type SignUpMessage = ShownMail & {
  to: string
  from: { name: string; email: string }
  /** Empty: none. */
  senderEmail: string
  replyTo: string
  returnPath: string
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  dkim: DkimSigner | null
}

/** The lines that the mails of a form share, encoded once for each wording. */
export type SharedLines = Map<string, EncodedLines>

/**
 * Nothing in it is counted, and it cannot be unsubscribed from: it is no message of the list. @param shared of one form, kept
 * by the caller while it writes its mails. @returns a problem.
 */
export async function buildSignUpMessage(
  message: SignUpMessage,
  shared: SharedLines = new Map(),
): Promise<BuiltMessage | { problem: string }> {
  const { words, messageId, date, returnPath, dkim } = message
  const to = parseEmail(message.to)
  const from = parseEmail(message.from.email)
  if (to === null) return { problem: 'the address is not a valid e-mail address' }
  if (from === null) return { problem: 'd_from_email of the mailing list is not a valid e-mail address' }
  const sender = parseEmail(message.senderEmail)
  const replyTo = parseEmail(message.replyTo)
  const hasSender = sender !== null && sender.key !== from.key
  const headers = [
    { key: 'From', value: { name: displayName(message.from.name), address: from.address } },
    ...(hasSender ? [{ key: 'Sender', value: { name: '', address: sender.address } }] : []),
    ...(replyTo === null ? [] : [{ key: 'Reply-To', value: { name: '', address: replyTo.address } }]),
    { key: 'To', value: { name: '', address: to.address } },
    { key: 'Subject', value: headerText(words.subject) },
    { key: 'Message-ID', value: messageId },
    { key: 'Date', value: date.toUTCString().replace('GMT', '+0000') },
    // Suppresses automatic replies (RFC 3834).
    { key: 'Auto-Submitted', value: 'auto-generated' },
  ]
  const [text, html] = [textOf(message), signUpMailHtml(message)]
  const raw = writeMime(headers, { text, html }, linesOf(shared, message, html))
  const harm = findHarm(raw, [...headers.map(({ key }) => key), 'MIME-Version', 'Content-Type'])
  if (harm !== null) throw new Error(`a message ${harm}`)
  return { envelope: { from: returnPath, to: to.address }, raw: dkim === null ? raw : await dkim(raw) }
}

function linesOf(shared: SharedLines, { language, words }: SignUpMessage, html: string): EncodedLines {
  const wording = `${language} ${words.subject}`
  const lines = shared.get(wording) ?? encodeLines([html])
  shared.set(wording, lines)
  return lines
}

function textOf({ words, link, brand }: SignUpMessage): string {
  const action = link === null ? [] : [`${words.button}:\n${link}`, `${words.until} ${words.ignore}`]
  const foot = [brand.name, brand.imprint].map((text) => text.trim()).filter((text) => text !== '')
  return [...words.paragraphs, ...action, ...(foot.length === 0 ? [] : [`-- \n${foot.join('\n')}`])]
    .join('\n\n')
    .toWellFormed()
    .concat('\n')
}
