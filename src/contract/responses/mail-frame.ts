import { colourPattern, textOn } from './brand-colours.ts'
import { encode } from './public-frame.ts'

/** The frame of mails that are not messages of a list: those of the server itself and of web forms. All parts are HTML. */
export type MailFrame = {
  language: string
  subject: string
  /** Above the card: a logo or a name. */
  head: string
  card: readonly string[]
  /** Below the card; empty: nothing. */
  foot: string
}

export type MailBrand = {
  name: string
  color: string | null
  logo: { url: string; width_px: number; height_px: number } | null
  imprint: string
}

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const ownColor = '#0b5f6b'

/** The colors of the console. Mail programs drop style elements, so styles are inline; only programs with a dark mode read the element. */
export function framedMail({ language, subject, head, card, foot }: MailFrame): string {
  const below =
    foot === ''
      ? ''
      : `<p class="quiet" style="margin: 16px 28px 0; color: #565c63; font-size: 13px; line-height: 1.5">${foot}</p>\n`
  return `<!doctype html>
<html lang="${encode(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${encode(subject)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  body, .page { background: #14171a !important }
  .card { background: #1b1f23 !important; border-color: #2c3238 !important }
  .card p { color: #e8e6e1 !important }
  .quiet, .card p.quiet { color: #a3a8ad !important }
  .card a.own { background: #5cc3d0 !important; border-color: #5cc3d0 !important; color: #0e1214 !important }
  .logo { padding: 10px 14px; border-radius: 8px; background: #ffffff }
}
</style>
</head>
<body style="margin: 0; background: #fbfaf7">
<div class="page" style="padding: 32px 16px; background: #fbfaf7; ${font}">
<div style="max-width: 560px; margin: 0 auto">
<p class="quiet" style="margin: 0 0 16px; color: #565c63; font-size: 16px; font-weight: 600">${head}</p>
<div class="card" style="padding: 28px 28px 12px; border: 1px solid #ddd9d0; border-radius: 10px; background: #ffffff">
${card.join('\n')}
</div>
${below}</div>
</div>
</body>
</html>
`
}

/** The logo, or the name. */
export function mailHead({ name, logo }: Pick<MailBrand, 'name' | 'logo'>): string {
  return logo === null
    ? encode(name)
    : `<img class="logo" src="${encode(logo.url)}" alt="${encode(name)}" ${sizeOf(logo)} style="display: block; max-width: 100%; height: auto; border: 0">`
}

const logoBox = { width: 240, height: 72 }

function sizeOf({ width_px: width, height_px: height }: { width_px: number; height_px: number }): string {
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height)
  return `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
}

/** null: that of Quiver. */
export function mailColor({ color }: Pick<MailBrand, 'color'>): string | null {
  return color !== null && colourPattern.test(color) ? color : null
}

export function mailParagraph(text: string): string {
  return `<p style="margin: 0 0 16px; color: #1c2024; font-size: 16px; line-height: 1.55">${mailLines(text)}</p>`
}

/** @param copy the sentence above the address, for programs without buttons; `color` null: that of Quiver. */
export function mailButton(
  { url, label, copy }: { url: string; label: string; copy: string },
  color: string | null = null,
): string {
  const href = encode(url)
  const shown = color ?? ownColor
  const mark = color === null ? ' class="own"' : ''
  return `<p style="margin: 24px 0 12px"><a${mark} href="${href}" style="display: inline-block; padding: 12px 24px; border: 1px solid ${shown}; border-radius: 6px; background: ${shown}; color: ${textOn(shown)}; font-size: 16px; font-weight: 600; text-decoration: none">${encode(label)}</a></p>
<p class="quiet" style="margin: 0 0 20px; color: #565c63; font-size: 13px; line-height: 1.5; overflow-wrap: anywhere; word-break: break-word">${encode(copy)}<br>${href}</p>`
}

export function mailLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(encode)
    .join('<br>\n')
}
