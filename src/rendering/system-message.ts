import MailComposer from 'nodemailer/lib/mail-composer'
import { findHarm, headerText } from './header-safety.ts'
import type { DkimSigner } from './dkim.ts'
import type { BuiltMessage } from './message.ts'

export type SystemMessage = {
  from: string
  to: string
  subject: string
  text: string
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  dkim: DkimSigner | null
}

/** @throws Error if the built message fails the header check. */
export async function buildSystemMessage(message: SystemMessage): Promise<BuiltMessage> {
  const { from, to, subject, text, messageId, date, dkim } = message
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
    text: text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n') || '\r\n',
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
  'Content-Transfer-Encoding',
]
