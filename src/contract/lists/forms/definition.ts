import type { FieldRules } from '../field-values.ts'
import type { Language } from '../../responses/words.ts'

/** A field of the page. `label` empty: the name of the custom field. */
export type FormField = { custom_field_id: number; label: string; required: boolean }

export type OptIn = 'double' | 'single'

/** What a caller sets. Empty texts: the words of the language. */
export type FormSettings = {
  name: string
  active: boolean
  opt_in: OptIn
  proof_of_work: boolean
  language: Language | null
  title: string
  introduction: string
  button_label: string
  fields: FormField[]
  consent_text: string
  allowed_origins: string[]
  mail_subject: string
  mail_text: string
  mail_button: string
  thanks_title: string
  thanks_text: string
  redirect_url: string
}

export const newForm: Omit<FormSettings, 'name'> = {
  active: true,
  opt_in: 'double',
  proof_of_work: false,
  language: null,
  title: '',
  introduction: '',
  button_label: '',
  fields: [],
  consent_text: '',
  allowed_origins: [],
  mail_subject: '',
  mail_text: '',
  mail_button: '',
  thanks_title: '',
  thanks_text: '',
  redirect_url: '',
}

export type ShownField = { rules: FieldRules; label: string; required: boolean }

/**
 * The fields of the page in their order. What the list requires is always asked for, also if the form does not name it;
 * fields that were deleted since are left out.
 */
export function shownFields(fields: readonly FormField[], ofList: readonly FieldRules[]): ShownField[] {
  const byId = new Map(ofList.map((rules) => [rules.id, rules]))
  const named = fields.flatMap(({ custom_field_id: id, label, required }) => {
    const rules = byId.get(id)
    return rules === undefined
      ? []
      : [{ rules, label: label || rules.name, required: required || rules.required }]
  })
  const ids = new Set(named.map(({ rules }) => rules.id))
  const demanded = ofList.filter(({ id, required }) => required && !ids.has(id))
  return [...named, ...demanded.map((rules) => ({ rules, label: rules.name, required: true }))]
}

/** Of a link, and when its reminder is sent. */
export const linkDays = 7
export const reminderDays = 2

/** A further submission of an address within this time queues no mail. */
export const mailPauseMinutes = 10

/** Confirmations, reminders and notices of an organization within 24 hours. */
export const mailsPerDay = 20_000

/** `{list}`, `{email}` and the like, in texts of users and of the languages. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
