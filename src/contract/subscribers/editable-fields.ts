import type { FieldRules, FieldValue } from '../lists/field-values.ts'
import { encode } from '../responses/public-frame.ts'
import type { PublicWords } from '../responses/words-en.ts'
import type { Language } from '../responses/words.ts'

export type EditableField = FieldRules & { instructions: string; number_of_rows: number | null }

export type ShownField = EditableField & {
  /** The stored value, or after a fault what the reader sent. */
  value: FieldValue | null
  /** `markOf` the value when the page was made: what an old page does not change stays. */
  mark: string
  problem: 'fieldRequired' | 'fieldFaulty' | null
}

type Surroundings = { words: PublicWords; language: Language }

/** Names of inputs: `f7` for the field with id 7, `f7m` and `f7d` for month and day; `w7` is its mark. */
export function fieldHtml(field: ShownField, surroundings: Surroundings): string {
  const mark = `<input type="hidden" name="w${field.id}" value="${encode(field.mark)}">`
  return `<div class="group">${mark}${control(field, surroundings)}</div>`
}

function control(field: ShownField, surroundings: Surroundings): string {
  const { name, field_type: type } = field
  const after = notesOf(field, surroundings.words)
  switch (type) {
    case 'boolean':
      return `${choice(field, { type: 'checkbox', value: 'true', label: name, isChosen: field.value === true })}${after}`
    case 'select_multiple_checkboxes':
      return group(field, after, choicesOf(field, 'checkbox'))
    case 'select_single_radio':
      return group(field, after, choicesOf(field, 'radio'))
    case 'day_of_year':
      return group(field, after, dayOfYear(field, surroundings))
    default:
      return `<label for="f${field.id}">${encode(name)}</label>${single(field)}${after}`
  }
}

function group({ name }: ShownField, after: string, body: string): string {
  return `<fieldset><legend>${encode(name)}</legend>${body}${after}</fieldset>`
}

function notesOf({ id, instructions, problem }: ShownField, words: PublicWords): string {
  const note = instructions.trim() === '' ? '' : `<small>${encode(instructions.trim())}</small>`
  return problem === null ? note : `${note}<small class="fault" id="p${id}">${encode(words[problem])}</small>`
}

/** The browser says what is wrong in its own language; the server checks again. */
function single(field: ShownField): string {
  const { id, field_type: type, required, minimum_length: min, maximum_length: max, value } = field
  const common = `id="f${id}" name="f${id}"${required ? ' required' : ''}${faultOf(field)}`
  const lengths = `${min === null ? '' : ` minlength="${min}"`}${max === null ? '' : ` maxlength="${max}"`}`
  const text = encode(written(value))
  switch (type) {
    case 'text_multiline':
      // A line break right behind the tag would be dropped.
      return `<textarea ${common}${lengths} rows="${Math.min(field.number_of_rows ?? 4, 20)}">\n${text}</textarea>`
    case 'number':
      return `<input type="number" step="1" inputmode="numeric" ${common}${limit('min', field.minimum_value)}${limit('max', field.maximum_value)} value="${text}">`
    case 'decimal':
      return `<input type="number" step="any" inputmode="decimal" ${common}${limit('min', field.minimum_value)}${limit('max', field.maximum_value)} value="${text}">`
    case 'date':
      return `<input type="date" ${common} value="${text}">`
    case 'select_single_dropdown':
      return `<select ${common}>${optionsOf(field)}</select>`
    default:
      return `<input type="text" ${common}${lengths} value="${text}">`
  }
}

function faultOf({ id, problem }: ShownField): string {
  return problem === null ? '' : ` aria-invalid="true" aria-describedby="p${id}"`
}

function limit(name: 'min' | 'max', value: number | null): string {
  return value === null ? '' : ` ${name}="${value}"`
}

function optionsOf({ options, value }: ShownField): string {
  const all = ['', ...options].map((option) => {
    const isChosen = option === (value ?? '')
    return `<option value="${encode(option)}"${isChosen ? ' selected' : ''}>${encode(option)}</option>`
  })
  return all.join('')
}

function choicesOf(field: ShownField, type: 'checkbox' | 'radio'): string {
  const chosen = Array.isArray(field.value) ? field.value : [field.value]
  return field.options
    .map((option) => choice(field, { type, value: option, label: option, isChosen: chosen.includes(option) }))
    .join('')
}

type Choice = { type: 'checkbox' | 'radio'; value: string; label: string; isChosen: boolean }

function choice(field: ShownField, { type, value, label, isChosen }: Choice): string {
  const attributes = `type="${type}" name="f${field.id}" value="${encode(value)}"${isChosen ? ' checked' : ''}${faultOf(field)}`
  return `<label class="choice"><input ${attributes}><span>${encode(label)}</span></label>`
}

function dayOfYear(field: ShownField, { words, language }: Surroundings): string {
  const [month = '', day = ''] = written(field.value).split('-')
  const months = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const nameOf = (value: string) => months.format(new Date(`2000-${value}-01T00:00:00Z`))
  const select = (name: string, label: string, all: { value: string; label: string; isChosen: boolean }[]) =>
    `<div><label for="${name}">${encode(label)}</label><select id="${name}" name="${name}"${faultOf(field)}><option value=""></option>${all
      .map(
        (one) =>
          `<option value="${one.value}"${one.isChosen ? ' selected' : ''}>${encode(one.label)}</option>`,
      )
      .join('')}</select></div>`
  const days = numbered(31).map((value) => ({ value, label: String(Number(value)), isChosen: value === day }))
  const names = numbered(12).map((value) => ({ value, label: nameOf(value), isChosen: value === month }))
  return `<div class="pair">${select(`f${field.id}d`, words.fieldDay, days)}${select(`f${field.id}m`, words.fieldMonth, names)}</div>`
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, place) => String(place + 1).padStart(2, '0'))
}

function written(value: FieldValue | null): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** What the page can show of a stored value: an option that was removed since counts as nothing. */
export function shownValue(
  { field_type: type, options }: FieldRules,
  value: FieldValue | undefined,
): FieldValue | null {
  if (value === undefined) return null
  if (Array.isArray(value)) return value.filter((one) => options.includes(one))
  if (type === 'select_single_dropdown' || type === 'select_single_radio') {
    return options.includes(String(value)) ? value : null
  }
  return value
}

/**
 * What a form says about a field, to be compared with `shownValue` as text. A box that is not ticked is not sent: false and
 * nothing are the same.
 */
export function sentValue(
  { id, field_type: type, options }: FieldRules,
  form: URLSearchParams,
): FieldValue | null {
  const sent = form.getAll(`f${id}`)
  const [first = ''] = sent
  switch (type) {
    case 'boolean':
      return sent.includes('true') ? true : null
    case 'select_multiple_checkboxes':
      return [...options.filter((one) => sent.includes(one)), ...sent.filter((one) => !options.includes(one))]
    case 'day_of_year': {
      const [month, day] = [form.get(`f${id}m`) ?? '', form.get(`f${id}d`) ?? '']
      return month === '' && day === '' ? null : `${month}-${day}`
    }
    default:
      return first === '' ? null : first.replaceAll(/\r\n?/g, '\n')
  }
}

/** Two values that a form cannot tell apart have the same text. */
export function textOf(value: FieldValue | null): string {
  if (value === null || value === false) return ''
  return Array.isArray(value) ? value.join('\n') : String(value).replaceAll(/\r\n?/g, '\n')
}
