import MailComposer from 'nodemailer/lib/mail-composer'
import {
  framedMail,
  mailButton,
  mailColor,
  mailHead,
  mailLines,
  mailParagraph,
  type MailBrand,
} from '../../contract/responses/mail-frame.ts'
import { encode } from '../../contract/responses/public-frame.ts'
import { findHarm, headerText } from '../header-safety.ts'
import type { DkimSigner } from '../mime/dkim.ts'
import type { BuiltMessage } from '../message.ts'

/** `copy`: the sentence above the address, below the button. Default: in English. */
export type MailLink = { url: string; label: string; copy?: string }

export type SystemMessage = {
  from: string
  to: string
  subject: string
  text: string
  /** Replaces the paragraph that consists of its URL. */
  link: MailLink | null
  footer: string
  /** Of the organization that the mail is about: its logo or its name is shown above the text. */
  brand: Pick<MailBrand, 'name' | 'color' | 'logo'>
  /** Of a mail to a reader: the name of the sender, and the language. Default: Quiver, in English. */
  reader?: { sender: string; language: string }
  /** Of a mail to a user. Default: English. */
  language?: string
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  dkim: DkimSigner | null
}

export async function buildSystemMessage(message: SystemMessage): Promise<BuiltMessage> {
  const { from, to, footer, link, messageId, date, dkim } = message
  const subject = message.subject.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, ' ')
  const text = message.text.toWellFormed().replaceAll(/\r\n?/g, '\n')
  const composer = new MailComposer({
    from: { name: message.reader?.sender ?? 'Quiver', address: from },
    to: { name: '', address: to },
    messageId,
    date,
    headers: [
      { key: 'Subject', value: headerText(subject) },
      // Suppresses automatic replies (RFC 3834).
      { key: 'Auto-Submitted', value: 'auto-generated' },
    ],
    text: `${text.trimEnd()}\n\n-- \n${footer}\n`.replaceAll('\n', '\r\n'),
    html: systemHtml({ ...message, subject, text, reader: message.reader }, link).replaceAll('\n', '\r\n'),
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

type Shown = Pick<SystemMessage, 'subject' | 'text' | 'footer' | 'brand' | 'language'> & {
  reader: SystemMessage['reader'] | undefined
}

function systemHtml(
  { subject, text, footer, brand, reader, language = 'en' }: Shown,
  link: MailLink | null,
): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  const named = reader === undefined ? ['Quiver', brand.name] : [brand.name]
  return framedMail({
    language: reader?.language ?? language,
    subject,
    head: brand.logo === null ? encode(named.filter(Boolean).join(' · ')) : mailHead(brand),
    card: paragraphs.map((paragraph) =>
      paragraph === link?.url
        ? mailButton({ copy: copyHint, ...link }, mailColor(brand))
        : mailParagraph(paragraph),
    ),
    foot: mailLines(footer),
  })
}

const copyHint = 'If the button does not work, copy this address into your browser:'
