import { encode, framed, noBrand } from './public-frame.ts'
import type { ShownBrand } from './public-frame.ts'
import { wordsIn } from './words.ts'
import type { PublicWords } from './words-en.ts'
import type { Language } from './words.ts'

/** The pages that the links of messages lead to, as HTML. */

/**
 * - `ask`: somebody who is subscribed opens the link. `left`: they have just unsubscribed. `again`: they had before.
 * - `back`: they have just come back. `full`: the organization cannot take them.
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
}

export function subscriptionPage(page: SubscriptionPage): string {
  const words = wordsIn[page.language]
  const { state } = page
  const text = `<p>${withList(words[`${state}Text`], page.listName)}</p>`
  return framed({ ...page, words, title: words[`${state}Title`], body: `${text}\n${actionOf(page, words)}` })
}

function actionOf(page: SubscriptionPage, words: PublicWords): string {
  const { state, leaveUrl, comeBackUrl, mayComeBack } = page
  if (state === 'ask') return form(leaveUrl, words.leave)
  if (state === 'back') return `<div class="way-back">${form(leaveUrl, words.leave, 'second')}</div>`
  if (state === 'full' || !mayComeBack) return ''
  return `<div class="way-back">${words.mistake}\n${form(comeBackUrl, words.comeBack, 'second')}</div>`
}

function form(url: string, label: string, look?: 'second'): string {
  const style = look === undefined ? '' : ` class="${look}"`
  return `<form method="post" action="${encode(url)}"><button type="submit"${style}>${label}</button></form>`
}

function withList(text: string, listName: string): string {
  return encode(text).replaceAll('{list}', () => `<strong>${encode(listName)}</strong>`)
}

/** The same page for every fault of a link, so that it reveals nothing. */
export function deadLinkPage(language: Language): string {
  return plainPage(language, 'dead')
}

export function laterPage(language: Language): string {
  return plainPage(language, 'later')
}

function plainPage(language: Language, kind: 'dead' | 'later'): string {
  const words = wordsIn[language]
  const [title, text] = [words[`${kind}Title`], words[`${kind}Text`]]
  return framed({ language, words, brand: noBrand, title, body: `<p>${text}</p>` })
}
