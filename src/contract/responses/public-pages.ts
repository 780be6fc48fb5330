import { linked } from '../lists/forms/page.ts'
import { encode, framed, noBrand, type ShownBrand } from './public-frame.ts'
import { wordsIn, wordsOf, type Language, type OwnTexts } from './words.ts'
import type { PublicWords } from './words-en.ts'

/** The pages that the links of messages lead to, as HTML. */

/**
 * - `ask`: the person is subscribed and opens the link. `left`: they have just unsubscribed. `again`: they had before.
 * - `back`: they have just subscribed again. `full`: the organization's quota has no room for them.
 */
export type SubscriptionState = 'ask' | 'left' | 'again' | 'back' | 'full'

export type SubscriptionPage = {
  state: SubscriptionState
  language: Language
  brand: ShownBrand
  listName: string
  /** Whether the person may subscribe again by the link. */
  mayComeBack: boolean
  /** Relative addresses, so that the page works below a path of a proxy. */
  leaveUrl: string
  comeBackUrl: string
  /** null: there is no page of preferences for this reader. */
  preferencesUrl: string | null
  texts: OwnTexts
}

export function subscriptionPage(page: SubscriptionPage): string {
  const words = wordsOf(page.language, page.texts)
  const { state, preferencesUrl } = page
  const text = `<p>${withList(words[`${state}Text`], page.listName)}</p>`
  const link =
    preferencesUrl === null
      ? ''
      : `\n<p class="more"><a href="${encode(preferencesUrl)}">${encode(words.preferencesLink)}</a></p>`
  return framed({
    ...page,
    words,
    title: encode(words[`${state}Title`]),
    body: `${text}\n${actionOf(page, words)}${link}`,
  })
}

function actionOf(page: SubscriptionPage, words: PublicWords): string {
  const { state, leaveUrl, comeBackUrl, mayComeBack } = page
  if (state === 'ask') return form(leaveUrl, words.leave)
  if (state === 'back') return `<div class="way-back">${form(leaveUrl, words.leave, 'second')}</div>`
  if (state === 'full' || !mayComeBack) return ''
  return `<div class="way-back">${encode(words.mistake)}\n${form(comeBackUrl, words.comeBack, 'second')}</div>`
}

function form(url: string, label: string, look?: 'second'): string {
  const style = look === undefined ? '' : ` class="${look}"`
  return `<form method="post" action="${encode(url)}"><button type="submit"${style}>${encode(label)}</button></form>`
}

function withList(text: string, listName: string): string {
  return encode(text).replaceAll('{list}', () => `<strong>${encode(listName)}</strong>`)
}

/** The same page for every fault of a link, so that it reveals nothing. */
export function deadLinkPage(language: Language, frame: PlainFrame = plain): string {
  return plainPage(language, 'dead', frame)
}

export function laterPage(language: Language): string {
  return plainPage(language, 'later', plain)
}

type PlainFrame = { brand: ShownBrand; texts: OwnTexts }
const plain: PlainFrame = { brand: noBrand, texts: {} }

function plainPage(language: Language, kind: 'dead' | 'later', { brand, texts }: PlainFrame): string {
  const words = wordsOf(language, texts)
  const [title, text] = [words[`${kind}Title`], words[`${kind}Text`]]
  return framed({ language, words, brand, title: encode(title), body: `<p>${encode(text)}</p>` })
}

type TextVersion = { subject: string; text: string; language: Language; brand: ShownBrand }

/** A message without HTML. One with HTML is a page of its own, with the logo that its author gave it. */
export function textVersionPage({ subject, text, language, brand }: TextVersion): string {
  return framed({
    language,
    words: wordsIn[language],
    brand,
    title: encode(subject.trim()),
    body: `<p class="text">${linked(text.trim())}</p>`,
    style: '.text { white-space: pre-wrap }\nheader, main, footer { max-width: 42rem }',
  }).toWellFormed()
}
