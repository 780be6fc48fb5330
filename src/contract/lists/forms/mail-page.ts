import {
  framedMail,
  mailButton,
  mailColor,
  mailHead,
  mailLines,
  mailParagraph,
  type MailBrand,
} from '../../responses/mail-frame.ts'
import type { Language } from '../../responses/words.ts'
import type { MailWords } from './mail.ts'

export type ShownMail = {
  language: Language
  words: MailWords
  /** null: the mail says that there is nothing to do. */
  link: string | null
  brand: MailBrand
}

/** The HTML of a mail of a web form, for the sender and for the preview in the console. */
export function signUpMailHtml({ words, link, brand, language }: ShownMail): string {
  const { button: label, copy } = words
  const action =
    link === null
      ? []
      : [mailButton({ url: link, label, copy }, mailColor(brand)), quiet(`${words.until} ${words.ignore}`)]
  return framedMail({
    language,
    subject: words.subject,
    head: mailHead(brand),
    card: [...words.paragraphs.map(mailParagraph), ...action],
    foot: mailLines(brand.imprint.trim()),
  }).toWellFormed()
}

function quiet(text: string): string {
  return `<p class="quiet" style="margin: 0 0 16px; color: #565c63; font-size: 14px; line-height: 1.5">${mailLines(text)}</p>`
}
