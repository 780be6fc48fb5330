import { parseEmail, type EmailAddress } from '../../values/email.ts'
import { checkFieldJson, type FieldValue } from '../field-values.ts'
import type { CustomValues } from '../../subscribers/values.ts'
import { isStorable } from '../../values/text.ts'
import type { ShownField } from './definition.ts'
import { controlName, emailName, type Problems } from './rows.ts'

/** `value`: what was entered for a field; undefined: nothing. */
export type Entered = { email: string; value: (field: ShownField) => unknown; consent: boolean }

export type Submission = { email: EmailAddress; customFields: CustomValues } | { problems: Problems }

/** Every problem at once, by the name of the control. */
export function readSubmission(
  { email: text, value, consent }: Entered,
  fields: readonly ShownField[],
  needsConsent: boolean,
): Submission {
  const problems = new Map<string, 'missing' | 'wrong'>()
  const email = isStorable(text) ? parseEmail(text) : null
  if (email === null) problems.set(emailName, 'wrong')
  const customFields: CustomValues = {}
  for (const field of fields) {
    const read = readField(field, value(field))
    if (typeof read === 'object' && 'problem' in read) problems.set(controlName(field), read.problem)
    else if (read.value !== null) customFields[field.rules.id] = read.value
  }
  if (needsConsent && !consent) problems.set('consent', 'missing')
  return email === null || problems.size > 0 ? { problems } : { email, customFields }
}

type Read = { value: FieldValue | null } | { problem: 'missing' | 'wrong' }

function readField({ rules, required }: ShownField, value: unknown): Read {
  const checked = checkFieldJson({ ...rules, required: false }, value)
  if ('problem' in checked) return { problem: 'wrong' }
  // A box that has to be ticked.
  const isEmpty = checked.value === null || (rules.field_type === 'boolean' && checked.value === false)
  return required && isEmpty ? { problem: 'missing' } : checked
}
