import { encode } from '../../responses/public-frame.ts'
import type { Language, OwnTexts } from '../../responses/words.ts'
import type { FormSettings, ShownField } from './definition.ts'
import { consentRow } from './page.ts'
import { emailRow, fieldRow, honeypotRow } from './rows.ts'
import { formWordsOf } from './words.ts'

type Embedded = {
  url: string
  language: Language
  form: Pick<FormSettings, 'button_label' | 'consent_text'>
  fields: readonly ShownField[]
  /** Of the list. */
  texts: OwnTexts
}

/**
 * A form for other web sites, in their own style. It has no ticket, for its page may be old: the server shows what was
 * entered once more, and one click there sends it.
 */
export function embedHtml({ url, language, form, fields, texts }: Embedded): string {
  const words = formWordsOf(language, texts)
  const rows = [
    emailRow(words),
    ...fields.map((field) => fieldRow(field, words)),
    honeypotRow(words),
    ...(form.consent_text === '' ? [] : [consentRow(form.consent_text, words)]),
    `<button type="submit">${encode(form.button_label || words.button)}</button>`,
  ]
  return `<form method="post" action="${encode(url)}" accept-charset="utf-8" lang="${language}">\n${rows.join('\n')}\n</form>\n`
}
