import MailComposer from 'nodemailer/lib/mail-composer'
import { findHarm, headerText } from './header-safety.ts'
import type { DkimSigner } from './dkim.ts'
import type { BuiltMessage } from './message.ts'
import { systemHtml } from './system-html.ts'
import type { MailLink } from './system-html.ts'

export type SystemMessage = {
  from: string
  to: string
  subject: string
  /** Paragraphs, separated by blank lines. */
  text: string
  /** The button of the HTML part, in place of the paragraph that is its url. */
  link: MailLink | null
  footer: string
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  dkim: DkimSigner | null
}

/** @throws Error if the built message fails the header check. */
export async function buildSystemMessage(message: SystemMessage): Promise<BuiltMessage> {
  const { from, to, footer, link, messageId, date, dkim } = message
  const subject = message.subject.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, ' ')
  const text = message.text.toWellFormed().replaceAll(/\r\n?/g, '\n')
  const composer = new MailComposer({
    from: { name: 'Quiver', address: from },
    to: { name: '', address: to },
    messageId,
    date,
    headers: [
      { key: 'Subject', value: headerText(subject) },
      // Suppresses automatic replies (RFC 3834).
      { key: 'Auto-Submitted', value: 'auto-generated' },
    ],
    text: `${text.trimEnd()}\n\n-- \n${footer}\n`.replaceAll('\n', '\r\n'),
    html: systemHtml({ subject, text, footer }, link).replaceAll('\n', '\r\n'),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw: Buffer = await composer.compile().build()
  const harm = findHarm(raw, names)
  if (harm !== null) throw new Error(`a message ${harm}`)
  return { envelope: { from, to }, raw: dkim === null ? raw : await dkim(raw) }
}

const names = [
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Date',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
]
