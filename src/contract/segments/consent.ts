import { z } from 'zod'
import { choice, whole } from '../api/fields.ts'

/** What subscribers agreed to by web forms of the list, of which `consents` keeps the proof. */

export const consentOperators = ['given', 'not_given'] as const

/**
 * None of the optional ones: any consent by any web form of the list, deleted ones too. Of a form that has double opt-in now,
 * only consents count that were confirmed by the link of the mail.
 */
export type ConsentClause<Reference> = {
  type: 'consent'
  operator: (typeof consentOperators)[number]
  web_form?: Reference
  /** Of the text of the form: this version alone, or it and later ones. */
  version?: number
  min_version?: number
  /** 24 hours each, since the form was submitted. */
  last_days?: number
}

const versionMax = 2_147_483_647

/** @param reference the schema of `{ id }` or `{ name }`. */
export function consentSchema<Reference>(reference: z.ZodType<Reference>) {
  return z
    .strictObject({
      type: z.literal('consent'),
      operator: choice(consentOperators),
      web_form: reference.optional(),
      version: whole(1, versionMax).optional(),
      min_version: whole(1, versionMax).optional(),
      last_days: whole(1, 36_500).optional(),
    })
    .transform((given, context): ConsentClause<Reference> => {
      const versions = (['version', 'min_version'] as const).filter((name) => given[name] !== undefined)
      const [first, second] = versions
      if (second !== undefined) {
        context.addIssue({ code: 'custom', path: [second], message: `is not possible beside ${first}` })
      } else if (first !== undefined && given.web_form === undefined) {
        const message = 'is possible with a web_form only, because each one counts its own versions'
        context.addIssue({ code: 'custom', path: [first], message })
      }
      return Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as ConsentClause<Reference>
    })
}
