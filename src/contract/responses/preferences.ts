import { encode, framed, type ShownBrand } from './public-frame.ts'
import type { PublicWords } from './words-en.ts'
import type { Language } from './words.ts'
import { fieldHtml, type ShownField } from '../subscribers/editable-fields.ts'

/** Whether the reader gets the list. `locked`: they do not, and cannot join by this page. */
export type ListState = 'on' | 'off' | 'locked'

export type ShownList = { id: number; name: string; description: string; state: ListState }

export const pauseWeeks = [1, 2, 4, 8, 12] as const

export const preferenceSteps = ['lists', 'details', 'pause', 'resume', 'address', 'leave'] as const
export type PreferenceStep = (typeof preferenceSteps)[number]

/** What the last form has done. */
export type PreferenceNote = Extract<
  keyof PublicWords,
  | 'saved'
  | 'unchanged'
  | 'notSaved'
  | 'paused'
  | 'resumed'
  | 'leftAll'
  | 'fullNote'
  | 'addressSent'
  | 'addressFaulty'
  | 'addressTooOften'
>

export type PreferencesPage = {
  language: Language
  words: PublicWords
  brand: ShownBrand
  /** Empty for seed addresses. */
  email: string
  lists: readonly ShownList[]
  fields: readonly ShownField[]
  /** A day in the language of the reader; null: no break. */
  pausedUntil: string | null
  /** Whether a change of the address waits for its confirmation. */
  addressWaits: boolean
  note: PreferenceNote | null
  /** The relative address of the page without its step, so that it works below a path of a proxy. */
  url: string
}

const faults: ReadonlySet<PreferenceNote> = new Set([
  'notSaved',
  'fullNote',
  'addressFaulty',
  'addressTooOften',
])

/** A whole page without scripts. Each form sends itself to a step of its own. */
export function preferencesPage(page: PreferencesPage): string {
  const { words, note } = page
  const sections = [listsOf(page), detailsOf(page), pauseOf(page), addressOf(page), leaveOf(page)]
  const told =
    note === null
      ? []
      : [`<p class="note${faults.has(note) ? ' fault' : ''}" role="status">${encode(words[note])}</p>`]
  const forWhom = page.email === '' ? [] : [`<p>${withValue(words.preferencesText, 'email', page.email)}</p>`]
  return framed({
    ...page,
    title: encode(words.preferencesTitle),
    body: [...told, ...forWhom, ...sections].filter((part) => part !== '').join('\n'),
    style,
  })
}

function listsOf({ lists, words, url }: PreferencesPage): string {
  if (lists.length === 0) return ''
  const rows = lists.map((list) => listRow(list, words))
  return section(words.listsTitle, form(`${url}/lists`, rows.join('\n'), words.saveLists))
}

/** `l`: the lists of the page; `s`: those that it showed as on, so that an old page changes only what the reader has. */
function listRow({ id, name, description, state }: ShownList, words: PublicWords): string {
  const notes = [description, ...(state === 'locked' ? [words.listLocked] : [])].filter((text) => text !== '')
  const hint = notes
    .map((text) => `<small>${encode(text).replaceAll(/\r\n?|\n/g, '<br>\n')}</small>`)
    .join('')
  const was = state === 'on' ? `<input type="hidden" name="s" value="${id}">` : ''
  const attributes = `${state === 'on' ? ' checked' : ''}${state === 'locked' ? ' disabled' : ''}`
  return `<label class="choice">${was}<input type="checkbox" name="l" value="${id}"${attributes}><span>${encode(name)}${hint}</span></label>`
}

function detailsOf({ fields, words, language, url }: PreferencesPage): string {
  if (fields.length === 0) return ''
  const rows = fields.map((field) => fieldHtml(field, { words, language }))
  return section(words.detailsTitle, form(`${url}/details`, rows.join('\n'), words.saveDetails))
}

function pauseOf({ pausedUntil, lists, words, language, url }: PreferencesPage): string {
  if (!lists.some(({ state }) => state === 'on')) return ''
  if (pausedUntil !== null) {
    const text = `<p>${withValue(words.pausedText, 'date', pausedUntil)}</p>`
    return section(words.pauseTitle, `${text}\n${form(`${url}/resume`, '', words.resume, 'second')}`)
  }
  const weeks = new Intl.NumberFormat(language, { style: 'unit', unit: 'week', unitDisplay: 'long' })
  const options = pauseWeeks.map(
    (count) => `<option value="${count}"${count === 4 ? ' selected' : ''}>${weeks.format(count)}</option>`,
  )
  const choice = `<div class="group"><label for="weeks">${encode(words.pauseWeeks)}</label><select id="weeks" name="weeks">${options.join('')}</select></div>`
  return section(
    words.pauseTitle,
    `<p>${encode(words.pauseText)}</p>\n${form(`${url}/pause`, choice, words.pause, 'second')}`,
  )
}

function addressOf({ addressWaits, email, words, url }: PreferencesPage): string {
  if (email === '') return ''
  const waits = addressWaits ? `<p>${encode(words.addressWaits)}</p>\n` : ''
  const field = `<div class="group"><label for="email">${encode(words.newAddress)}</label><input type="email" id="email" name="email" required maxlength="254" autocomplete="email"></div>`
  const body = `${waits}<p>${encode(words.addressText)}</p>\n${form(`${url}/address`, field, words.changeAddress, 'second')}`
  return `<details>\n<summary>${encode(words.addressTitle)}</summary>\n${body}\n</details>`
}

function leaveOf({ lists, words, url }: PreferencesPage): string {
  if (!lists.some(({ state }) => state === 'on')) return ''
  const text = `<p>${encode(words.leaveAllText)}</p>`
  return section(words.leaveAllTitle, `${text}\n${form(`${url}/leave`, '', words.leaveAll, 'second')}`)
}

function section(title: string, body: string): string {
  return `<section>\n<h2>${encode(title)}</h2>\n${body}\n</section>`
}

function form(url: string, body: string, label: string, look?: 'second'): string {
  const button = `<button type="submit"${look === undefined ? '' : ` class="${look}"`}>${encode(label)}</button>`
  return `<form method="post" action="${encode(url)}">\n${body}\n${button}\n</form>`
}

function withValue(text: string, name: 'email' | 'date', value: string): string {
  return encode(text).replaceAll(`{${name}}`, () => `<strong>${encode(value)}</strong>`)
}

/** What the link of a mail about a change of an address shows. `ask`: nothing was confirmed by this page yet. */
export type AddressChangeState = 'ask' | 'half' | 'done' | 'stopped' | 'refused'

export type AddressChangePage = Pick<PreferencesPage, 'language' | 'words' | 'brand' | 'email' | 'url'> & {
  state: AddressChangeState
}

/** @param page `email`: the new address. The old one is not shown, for the new one may be mistyped. */
export function addressChangePage(page: AddressChangePage): string {
  const { state, words, email, url } = page
  const of = {
    ask: [words.changeTitle, words.changeText],
    half: [words.changeHalfTitle, words.changeHalfText],
    done: [words.changeDoneTitle, words.changeDoneText],
    stopped: [words.changeStoppedTitle, words.changeStoppedText],
    refused: [words.changeRefusedTitle, words.changeRefusedText],
  }
  const [title = '', text = ''] = of[state]
  const confirm = state === 'ask' ? [form(url, '', words.changeConfirm)] : []
  const stop =
    state === 'ask' || state === 'half' ? [form(`${url}/stop`, '', words.changeStop, 'second')] : []
  const body = [`<p>${withValue(text, 'email', email)}</p>`, ...confirm, ...stop].join('\n')
  return framed({ ...page, title: encode(title), body, style })
}

/** Besides the style of all public pages. */
const style = `main { overflow-wrap: anywhere }
section, details { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
h2, summary { margin: 0; font-size: 1.125rem; font-weight: 600; line-height: 1.35 }
summary { cursor: pointer; min-height: 44px; padding: 0.5rem 0 }
details { padding-top: 0.75rem }
form { margin-top: 1rem }
form > .group { display: block; margin: 0 0 1rem }
.choice { display: flex; gap: 0.75rem; align-items: flex-start; min-height: 44px; padding: 0.5rem 0; cursor: pointer }
form > .choice { display: flex; margin: 0 }
form > .choice + button { margin-top: 1rem }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.2rem 0 0; accent-color: var(--edge) }
small { display: block; margin-top: 0.25rem; color: var(--quiet); font-size: 0.875rem; line-height: 1.45 }
small.fault { color: var(--fault); font-weight: 600 }
input:not([type=checkbox], [type=radio]), select, textarea { display: block; width: 100%; min-height: 44px; margin-top: 0.25rem; padding: 0.5rem 0.75rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--page); color: var(--text); font: inherit }
fieldset { margin: 0; padding: 0; border: 0 }
legend { padding: 0 }
.pair { display: flex; gap: 0.75rem }
.pair > div { flex: 1 1 8rem }
.pair label { color: var(--quiet); font-size: 0.875rem }
.note { margin-top: 1rem; padding: 0.75rem 1rem; border-left: 4px solid var(--edge); border-radius: 4px; background: var(--page) }
.note.fault { border-color: var(--fault) }
:root { --fault: #a4262c }
@media (prefers-color-scheme: dark) { :root { --fault: #ff9d94 } }`
