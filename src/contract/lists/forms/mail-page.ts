import { colourPattern } from '../../responses/brand-colours.ts'
import { framedMail, mailButton, mailLines, mailParagraph } from '../../responses/mail-frame.ts'
import { encode } from '../../responses/public-frame.ts'
import type { Language } from '../../responses/words.ts'
import type { MailWords } from './mail.ts'

export type MailBrand = {
  name: string
  color: string | null
  logo: { url: string; width_px: number; height_px: number } | null
  imprint: string
}

export type ShownMail = {
  language: Language
  words: MailWords
  /** null: the mail says that there is nothing to do. */
  link: string | null
  brand: MailBrand
}

/** The HTML of a mail of a web form, for the sender and for the preview in the console. */
export function signUpMailHtml({ words, link, brand, language }: ShownMail): string {
  const color = brand.color !== null && colourPattern.test(brand.color) ? brand.color : null
  const { button: label, copy } = words
  const action =
    link === null
      ? []
      : [mailButton({ url: link, label, copy }, color), quiet(`${words.until} ${words.ignore}`)]
  return framedMail({
    language,
    subject: words.subject,
    head: headOf(brand),
    card: [...words.paragraphs.map(mailParagraph), ...action],
    foot: mailLines(brand.imprint.trim()),
  }).toWellFormed()
}

function headOf({ name, logo }: MailBrand): string {
  return logo === null
    ? encode(name)
    : `<img class="logo" src="${encode(logo.url)}" alt="${encode(name)}" ${sizeOf(logo)} style="display: block; max-width: 100%; height: auto; border: 0">`
}

const logoBox = { width: 240, height: 72 }

function sizeOf({ width_px: width, height_px: height }: { width_px: number; height_px: number }): string {
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height)
  return `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
}

function quiet(text: string): string {
  return `<p class="quiet" style="margin: 0 0 16px; color: #565c63; font-size: 14px; line-height: 1.5">${mailLines(text)}</p>`
}
