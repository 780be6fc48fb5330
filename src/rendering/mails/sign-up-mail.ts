import { colourPattern, textOn } from '../../contract/responses/brand-colours.ts'
import type { MailWords } from '../../contract/lists/forms/mail.ts'
import type { Language } from '../../contract/responses/words.ts'
import { parseEmail } from '../../contract/values/email.ts'
import type { DkimSigner } from '../dkim.ts'
import { displayName, findHarm, headerText } from '../header-safety.ts'
import { htmlEncode } from '../merge.ts'
import type { BuiltMessage } from '../message.ts'
import { writeMime } from '../mime.ts'

export type SignUpMessage = {
  to: string
  from: { name: string; email: string }
  /** Empty: none. */
  senderEmail: string
  replyTo: string
  returnPath: string
  /** With `<` and `>`; the same for every attempt. */
  messageId: string
  date: Date
  language: Language
  words: MailWords
  /** null: the mail says that there is nothing to do. */
  link: string | null
  brand: MailBrand
  dkim: DkimSigner | null
}

export type MailBrand = {
  name: string
  color: string | null
  logo: { url: string; width_px: number; height_px: number } | null
  imprint: string
}

/** Nothing in it is counted, and it cannot be unsubscribed from: it is no message of the list. @returns a problem. */
export async function buildSignUpMessage(
  message: SignUpMessage,
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
  const raw = writeMime(headers, { text: textOf(message), html: htmlOf(message) })
  const harm = findHarm(raw, [...headers.map(({ key }) => key), 'MIME-Version', 'Content-Type'])
  if (harm !== null) throw new Error(`a message ${harm}`)
  return { envelope: { from: returnPath, to: to.address }, raw: dkim === null ? raw : await dkim(raw) }
}

function textOf({ words, link, brand }: SignUpMessage): string {
  const action = link === null ? [] : [`${words.button}:\n${link}`, `${words.until} ${words.ignore}`]
  const foot = [brand.name, brand.imprint].map((text) => text.trim()).filter((text) => text !== '')
  return [...words.paragraphs, ...action, ...(foot.length === 0 ? [] : [`-- \n${foot.join('\n')}`])]
    .join('\n\n')
    .toWellFormed()
    .concat('\n')
}

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const ownColour = '#0b5f6b'

/** Mail programs drop style elements, so styles are inline; only programs with a dark mode read the element. */
function htmlOf({ words, link, brand, language }: SignUpMessage): string {
  const colour = brand.color !== null && colourPattern.test(brand.color) ? brand.color : ownColour
  const paragraphs = words.paragraphs.map(plain)
  const action = link === null ? [] : [button(words, link, colour), quiet(`${words.until} ${words.ignore}`)]
  const imprint = brand.imprint.trim() === '' ? '' : foot(brand.imprint.trim())
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlEncode(words.subject)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  body, .page { background: #14171a !important }
  .card { background: #1b1f23 !important; border-color: #2c3238 !important }
  .card p { color: #e8e6e1 !important }
  .quiet, .card p.quiet { color: #a3a8ad !important }
  .logo { padding: 10px 14px; border-radius: 8px; background: #ffffff }
}
</style>
</head>
<body style="margin: 0; background: #fbfaf7">
<div class="page" style="padding: 32px 16px; background: #fbfaf7; ${font}">
<div style="max-width: 560px; margin: 0 auto">
${head(brand)}
<div class="card" style="padding: 28px 28px 12px; border: 1px solid #ddd9d0; border-radius: 10px; background: #ffffff">
${[...paragraphs, ...action].join('\n')}
</div>
${imprint}</div>
</div>
</body>
</html>
`.toWellFormed()
}

function head({ name, logo }: MailBrand): string {
  const shown =
    logo === null
      ? htmlEncode(name)
      : `<img class="logo" src="${htmlEncode(logo.url)}" alt="${htmlEncode(name)}" ${sizeOf(logo)} style="display: block; max-width: 100%; height: auto; border: 0">`
  return `<p class="quiet" style="margin: 0 0 16px; color: #565c63; font-size: 16px; font-weight: 600">${shown}</p>`
}

const logoBox = { width: 240, height: 72 }

function sizeOf({ width_px: width, height_px: height }: { width_px: number; height_px: number }): string {
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height)
  return `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
}

function plain(text: string): string {
  return `<p style="margin: 0 0 16px; color: #1c2024; font-size: 16px; line-height: 1.55">${lines(text)}</p>`
}

function quiet(text: string): string {
  return `<p class="quiet" style="margin: 0 0 16px; color: #565c63; font-size: 14px; line-height: 1.5">${lines(text)}</p>`
}

function foot(text: string): string {
  return `<p class="quiet" style="margin: 16px 28px 0; color: #565c63; font-size: 13px; line-height: 1.5">${lines(text)}</p>\n`
}

function lines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(htmlEncode)
    .join('<br>\n')
}

function button(words: MailWords, link: string, colour: string): string {
  const href = htmlEncode(link)
  return `<p style="margin: 24px 0 12px"><a href="${href}" style="display: inline-block; padding: 12px 24px; border: 1px solid ${colour}; border-radius: 6px; background: ${colour}; color: ${textOn(colour)}; font-size: 16px; font-weight: 600; text-decoration: none">${htmlEncode(words.button)}</a></p>
<p class="quiet" style="margin: 0 0 20px; color: #565c63; font-size: 13px; line-height: 1.5; overflow-wrap: anywhere; word-break: break-word">${htmlEncode(words.copy)}<br>${href}</p>`
}
