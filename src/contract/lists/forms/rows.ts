import { encode } from '../../responses/public-frame.ts'
import type { ShownField } from './definition.ts'
import type { FormWords } from './words-en.ts'

/** One field of a form as HTML: the same in the hosted page and in the snippet for other web sites. */

/** What the visitor has entered, by the name of the control. */
export type Given = { email: string; values: (name: string) => readonly string[]; consent: boolean }

/** By the name of the control. */
export type Problems = ReadonlyMap<string, 'missing' | 'wrong'>

export const emailName = 'email'
/** Programs fill it in; people cannot see it. The name means nothing to the autofill of browsers. */
export const honeypotName = 'topic_2'

export function controlName({ rules }: Pick<ShownField, 'rules'>): string {
  return `f${rules.id}`
}

type Row = { id: string; label: string; required: boolean; control: string; problem: string | null }

function row({ id, label, required, control, problem }: Row, words: FormWords): string {
  const mark = required ? '' : ` <span class="quiet">${encode(words.optional)}</span>`
  return `<div class="row"><label for="${id}">${encode(label)}${mark}</label>${control}${problemOf(id, problem)}</div>`
}

function problemOf(id: string, problem: string | null): string {
  return problem === null ? '' : `<p class="problem" id="${id}-problem">${encode(problem)}</p>`
}

function marks(id: string, required: boolean, problem: string | null): string {
  const wrong = problem === null ? '' : ` aria-invalid="true" aria-describedby="${id}-problem"`
  return `${required ? ' required' : ''}${wrong}`
}

export function emailRow(words: FormWords, given?: Given, problems?: Problems): string {
  const problem = problems?.has(emailName) === true ? words.emailWrong : null
  const value = encode(given?.email ?? '')
  const control = `<input type="email" id="${emailName}" name="${emailName}" value="${value}" maxlength="254" autocomplete="email" inputmode="email"${marks(emailName, true, problem)}>`
  return row({ id: emailName, label: words.email, required: true, control, problem }, words)
}

/** Out of sight by style, so that programs which skip hidden fields find it. */
export function honeypotRow(words: FormWords): string {
  return `<div aria-hidden="true" style="position:absolute;left:-9999px;height:1px;overflow:hidden"><label>${encode(words.honeypot)} <input type="text" name="${honeypotName}" tabindex="-1" autocomplete="off"></label></div>`
}

export function fieldRow(field: ShownField, words: FormWords, given?: Given, problems?: Problems): string {
  const { rules, label, required } = field
  const id = controlName(field)
  const kind = problems?.get(id)
  const problem = kind === undefined ? null : words[kind]
  const values = given?.values(id) ?? startOf(rules)
  const says = marks(id, required, problem)
  const one = { id, label, required, problem }
  switch (rules.field_type) {
    case 'text_multiline':
      return row(
        {
          ...one,
          control: `<textarea id="${id}" name="${id}" rows="${Math.min(rules.number_of_rows ?? 4, 20)}"${says}>${encode(values[0] ?? '')}</textarea>`,
        },
        words,
      )
    case 'select_single_dropdown':
      return row({ ...one, control: dropdown(field, words, values[0], says) }, words)
    case 'select_single_radio':
    case 'select_multiple_checkboxes':
      return group(field, words, values, problem)
    case 'boolean': {
      const checked = values.length > 0 ? ' checked' : ''
      return `<div class="row"><label class="tick"><input type="checkbox" name="${id}" value="1"${checked}${says}> <span>${encode(label)}</span></label>${problemOf(id, problem)}</div>`
    }
    default: {
      const hint =
        rules.field_type === 'day_of_year' ? ` placeholder="MM-DD" title="${encode(words.dayHint)}"` : ''
      const length = rules.maximum_length === null ? '' : ` maxlength="${rules.maximum_length}"`
      const kindOf = inputTypes[rules.field_type]
      // Browsers take whole numbers only, unless told otherwise.
      const step = rules.field_type === 'decimal' ? ' step="any" inputmode="decimal"' : ''
      const control = `<input type="${kindOf}"${step} id="${id}" name="${id}" value="${encode(values[0] ?? '')}"${hint}${length}${says}>`
      return row({ ...one, control }, words)
    }
  }
}

/** No box is ticked before a person does it: that would be no consent. */
function startOf({ default_value: value = '' }: ShownField['rules']): readonly string[] {
  return value === '' ? [] : [value]
}

const inputTypes = {
  text: 'text',
  number: 'number',
  decimal: 'number',
  date: 'date',
  day_of_year: 'text',
} as const

function dropdown({ rules }: ShownField, words: FormWords, value: string | undefined, says: string): string {
  const id = `f${rules.id}`
  const options = rules.options.map(
    (name) => `<option value="${encode(name)}"${name === value ? ' selected' : ''}>${encode(name)}</option>`,
  )
  return `<select id="${id}" name="${id}"${says}><option value="">${encode(words.choose)}</option>${options.join('')}</select>`
}

function group(
  { rules, label, required }: ShownField,
  words: FormWords,
  values: readonly string[],
  problem: string | null,
): string {
  const id = `f${rules.id}`
  const type = rules.field_type === 'select_single_radio' ? 'radio' : 'checkbox'
  const mark = required ? '' : ` <span class="quiet">${encode(words.optional)}</span>`
  const options = rules.options.map((name) => {
    const checked = values.includes(name) ? ' checked' : ''
    return `<label class="tick"><input type="${type}" name="${id}" value="${encode(name)}"${checked}> <span>${encode(name)}</span></label>`
  })
  return `<fieldset class="row"><legend>${encode(label)}${mark}</legend>${options.join('')}${problemOf(id, problem)}</fieldset>`
}

/** Beside that of the frame. */
export const rowStyle = `.row { margin: 0 0 1.1rem; padding: 0; border: 0; min-width: 0 }
.row > label:not(.tick), legend { display: block; margin-bottom: 0.3rem; padding: 0; font-weight: 600; overflow-wrap: anywhere }
.row input:not([type=checkbox]):not([type=radio]), .row select, .row textarea { width: 100%; min-height: 44px; padding: 0.5rem 0.7rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--page); color: var(--text); font: inherit }
.tick { display: flex; gap: 0.6rem; align-items: flex-start; padding: 0.25rem 0; overflow-wrap: anywhere }
.tick span { min-width: 0 }
.tick input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.15rem 0 0; accent-color: var(--edge) }
.tick a, main > p a { color: inherit }
.quiet { color: var(--quiet); font-weight: 400 }
.problem { margin: 0.3rem 0 0; color: var(--wrong); font-size: 0.9375rem }
.note { padding: 0.75rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--edge); border-radius: 6px }
[aria-invalid=true] { border-color: var(--wrong) !important }
:root { --wrong: #a3261b }
@media (prefers-color-scheme: dark) { :root { --wrong: #ff9d91 } }`
