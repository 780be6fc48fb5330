import type { Language, OwnTexts } from '../../responses/words.ts'
import { filled, type FormSettings } from './definition.ts'
import { formWordsOf } from './words.ts'

/** `confirmation` and `reminder` have the link; `already` says that there is nothing to do. */
export type MailKind = 'confirmation' | 'reminder' | 'already'

export type MailWords = {
  subject: string
  paragraphs: string[]
  button: string
  /** Below the button, together with the address of the link. */
  copy: string
  until: string
  ignore: string
}

type Shown = {
  kind: MailKind
  language: Language
  form: Pick<FormSettings, 'mail_subject' | 'mail_text' | 'mail_button'>
  listName: string
  expiresAt: Date
  timeZone: string
  /** Of the list. */
  texts?: OwnTexts
}

/** Plain text: names and texts of users are not markup. */
export function mailWords(shown: Shown): MailWords {
  const { kind, language, form, listName, expiresAt, timeZone, texts } = shown
  const words = formWordsOf(language, texts)
  const values = { list: listName }
  const own = kind === 'already' ? null : form
  const subject = filled(own?.mail_subject || words[own === null ? 'alreadySubject' : 'mailSubject'], values)
  const text = filled(own?.mail_text || words[own === null ? 'alreadyText' : 'mailText'], values)
  return {
    subject: kind === 'reminder' ? filled(words.reminderSubject, { subject }) : subject,
    paragraphs: text
      .replaceAll(/\r\n?/g, '\n')
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    button: filled(form.mail_button || words.mailButton, values),
    copy: words.mailCopy,
    until: filled(words.mailUntil, { time: timeText(expiresAt, language, timeZone) }),
    ignore: words.mailIgnore,
  }
}

function timeText(time: Date, language: Language, timeZone: string): string {
  const key = `${language} ${timeZone}`
  const known = formats.get(key)
  if (known !== undefined) return known.format(time)
  if (formats.size >= formatsMax) formats.clear()
  const locale = language === 'en' ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  formats.set(key, format)
  return format.format(time)
}

/** To make one took half the time of a mail. */
const formats = new Map<string, Intl.DateTimeFormat>()
const formatsMax = 32
