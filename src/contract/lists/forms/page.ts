import { encode, framed, type ShownBrand } from '../../responses/public-frame.ts'
import { wordsOf, type Language, type OwnTexts } from '../../responses/words.ts'
import { filled, type FormSettings, type ShownField } from './definition.ts'
import { emailRow, fieldRow, honeypotRow, rowStyle, type Given, type Problems } from './rows.ts'
import { formWordsOf } from './words.ts'
import type { FormWords } from './words-en.ts'

/** The pages of a web form, as HTML. They work without scripts, apart from forms with a proof of work. */

export type ShownForm = Pick<
  FormSettings,
  'title' | 'introduction' | 'button_label' | 'consent_text' | 'proof_of_work'
>

export type FormPage = {
  language: Language
  brand: ShownBrand
  listName: string
  form: ShownForm
  fields: readonly ShownField[]
  /** Relative addresses. */
  action: string
  scriptUrl: string
  /** Signed, with the time of the page. */
  ticket: string
  given?: Given
  problems?: Problems
  /** Above the fields, for a form that comes back without a fault of the person. */
  isAgain?: boolean
  /** Of the list. */
  texts?: OwnTexts
}

export function formPage(page: FormPage): string {
  const { language, brand, listName, form, texts = {} } = page
  const words = formWordsOf(language, texts)
  const { title, introduction } = form
  const head = encode(filled(title || words.title, { list: listName }))
  const text = introduction === '' ? '' : paragraphs(introduction)
  const note = page.isAgain === true ? `<p class="note" role="status">${encode(words.again)}</p>\n` : ''
  return framed({
    language,
    brand,
    words: wordsOf(language, texts),
    title: head,
    body: `${text}${note}${formOf(page, words)}`,
    style: rowStyle,
  })
}

function formOf(page: FormPage, words: FormWords): string {
  const { form, fields, action, ticket, scriptUrl, given, problems } = page
  const rows = [
    emailRow(words, given, problems),
    ...fields.map((field) => fieldRow(field, words, given, problems)),
    honeypotRow(words),
    ...(form.consent_text === '' ? [] : [consentRow(form.consent_text, words, given, problems)]),
  ]
  const work = form.proof_of_work
    ? `<noscript><p class="problem">${encode(words.needsScript)}</p></noscript>
<input type="hidden" name="work" value=""><script src="${encode(scriptUrl)}" defer></script>\n`
    : ''
  return `<form method="post" action="${encode(action)}"${form.proof_of_work ? ' data-work' : ''} novalidate>
${rows.join('\n')}
<input type="hidden" name="ticket" value="${encode(ticket)}">
${work}<button type="submit">${encode(form.button_label || words.button)}</button>
</form>`
}

export function consentRow(text: string, words: FormWords, given?: Given, problems?: Problems): string {
  const isMissing = problems?.has('consent') === true
  const checked = given?.consent === true ? ' checked' : ''
  const says = isMissing ? ' aria-invalid="true" aria-describedby="consent-problem"' : ''
  const problem = isMissing
    ? `<p class="problem" id="consent-problem">${encode(words.consentMissing)}</p>`
    : ''
  return `<div class="row"><label class="tick"><input type="checkbox" name="consent" value="1" required${checked}${says}> <span>${linked(text)}</span></label>${problem}</div>`
}

/** Web addresses become links; everything else stays text. */
export function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)])/i)
    .map((piece, place) =>
      place % 2 === 1
        ? `<a href="${encode(piece)}" target="_blank" rel="noopener noreferrer">${encode(piece)}</a>`
        : encode(piece).replaceAll(/\r\n?|\n/g, '<br>'),
    )
    .join('')
}

function paragraphs(text: string): string {
  const pieces = text.trim().split(/(?:\r?\n){2,}/)
  return pieces.map((piece) => `<p>${encode(piece).replaceAll(/\r\n?|\n/g, '<br>')}</p>\n`).join('')
}

export type PageOf = Pick<FormPage, 'language' | 'brand' | 'listName' | 'texts'>

/** `sent` and `single`: after a submission, whatever is known of the address. */
export type AfterPage =
  | { kind: 'sent' | 'single'; email: string }
  | { kind: 'confirm'; email: string; action: string }
  | { kind: 'thanks'; title: string; text: string }
  | { kind: 'expired'; formUrl: string | null }
  | { kind: 'closed' | 'tooMany' }

export function afterPage({ language, brand, listName, texts = {} }: PageOf, page: AfterPage): string {
  const words = formWordsOf(language, texts)
  const own = page.kind === 'thanks' ? page : { title: '', text: '' }
  const values = { list: listName, email: 'email' in page ? page.email : '' }
  const strong = (text: string) => emphasized(text, values)
  return framed({
    language,
    brand,
    words: wordsOf(language, texts),
    title: encode(filled(own.title || words[`${page.kind}Title`], values)),
    body: `${own.text === '' ? `<p>${strong(words[`${page.kind}Text`])}</p>` : paragraphs(filled(own.text, values))}${actionOf(page, words)}`,
  })
}

function actionOf(page: AfterPage, words: FormWords): string {
  if (page.kind === 'confirm') {
    return `\n<form method="post" action="${encode(page.action)}"><button type="submit">${encode(words.confirmButton)}</button></form>`
  }
  if (page.kind !== 'expired' || page.formUrl === null) return ''
  return `\n<p><a href="${encode(page.formUrl)}">${encode(words.signUpAgain)}</a></p>`
}

/** The values in bold. They are put in after the encoding, so that a list may be called {email}. */
function emphasized(text: string, values: Readonly<Record<string, string>>): string {
  return encode(text).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : `<strong>${encode(value)}</strong>`
  })
}
