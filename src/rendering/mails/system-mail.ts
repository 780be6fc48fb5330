import MailComposer from 'nodemailer/lib/mail-composer'
import { findHarm, headerText } from '../header-safety.ts'
import { htmlEncode } from '../merge.ts'
import type { DkimSigner } from '../dkim.ts'
import type { BuiltMessage } from '../message.ts'

export type MailLink = { url: string; label: string }

export type SystemMessage = {
  from: string
  to: string
  subject: string
  text: string
  /** Replaces the paragraph that consists of its URL. */
  link: MailLink | null
  footer: string
  /** The name of the organization that the mail is about; it stands above the text. */
  organization: string
  /** Of a mail to a reader: the name of the sender, and the language. Default: Quiver, in English. */
  reader?: { sender: string; language: string }
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  dkim: DkimSigner | null
}

export async function buildSystemMessage(message: SystemMessage): Promise<BuiltMessage> {
  const { from, to, footer, link, organization, messageId, date, dkim } = message
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
    html: systemHtml({ subject, text, footer, organization, reader: message.reader }, link).replaceAll(
      '\n',
      '\r\n',
    ),
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

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

type Shown = Pick<SystemMessage, 'subject' | 'text' | 'footer' | 'organization'> & {
  reader: SystemMessage['reader'] | undefined
}

/** The colors of the console. Mail programs drop style elements, so styles are inline; only programs with a dark mode read the element. */
function systemHtml({ subject, text, footer, organization, reader }: Shown, link: MailLink | null): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph === link?.url ? button(link) : plain(paragraph)))
  return `<!doctype html>
<html lang="${htmlEncode(reader?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlEncode(subject)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  body, .page { background: #14171a !important }
  .card { background: #1b1f23 !important; border-color: #2c3238 !important }
  .card p { color: #e8e6e1 !important }
  .quiet, .card p.quiet { color: #a3a8ad !important }
  .card a.button { background: #5cc3d0 !important; color: #0e1214 !important }
}
</style>
</head>
<body style="margin: 0; background: #fbfaf7">
<div class="page" style="padding: 32px 16px; background: #fbfaf7; ${font}">
<div style="max-width: 560px; margin: 0 auto">
<p class="quiet" style="margin: 0 0 16px; color: #565c63; font-size: 16px; font-weight: 600">${htmlEncode(reader?.sender ?? ['Quiver', organization].filter(Boolean).join(' · '))}</p>
<div class="card" style="padding: 28px 28px 12px; border: 1px solid #ddd9d0; border-radius: 10px; background: #ffffff">
${paragraphs.join('\n')}
</div>
<p class="quiet" style="margin: 16px 0 0; color: #565c63; font-size: 13px; line-height: 1.5">${htmlEncode(footer)}</p>
</div>
</div>
</body>
</html>
`
}

function plain(text: string): string {
  const lines = text.split('\n').map(htmlEncode).join('<br>\n')
  return `<p style="margin: 0 0 16px; color: #1c2024; font-size: 16px; line-height: 1.55">${lines}</p>`
}

function button({ url, label }: MailLink): string {
  const href = htmlEncode(url)
  return `<p style="margin: 24px 0 12px"><a class="button" href="${href}" style="display: inline-block; padding: 12px 24px; border-radius: 6px; background: #0b5f6b; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none">${htmlEncode(label)}</a></p>
<p class="quiet" style="margin: 0 0 20px; color: #565c63; font-size: 13px; line-height: 1.5; overflow-wrap: anywhere; word-break: break-word">If the button does not work, copy this address into your browser:<br>${href}</p>`
}
