import { trimmed } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { roles } from '../api/endpoint.ts'
import { choice, flag, idField, name, text } from '../api/fields.ts'
import { languages } from './languages.ts'
import { hashOfNames } from './hash-of-names.ts'
import { permissionNames, type Permissions } from './permissions.ts'
import { listIdsInput } from './rights.ts'
import { parseZoneName } from '../times/zone-names.ts'

/** ASCII only, so that it has one spelling. */
export const logInAddress = text(600)
  .refine((value) => parseEmail(value) !== null, 'is not a valid e-mail address')
  .refine((value) => isAscii(trimmed(value)), 'cannot have an international domain')
  .transform(trimmed)

const logInAddressDescription =
  'The address that the user logs in with. It must have an ASCII domain and be unique in the organization. The user ' +
  'proves it with the link of an invitation; on the server it then belongs to that user.'

function isAscii(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value)
}

const previewAddress = text(600)
  .refine((value) => parseEmail(value) !== null, 'is not a valid e-mail address')
  .transform(trimmed)

const timeZone = text(100)
  .refine(
    (value) => value.trim() === '' || parseZoneName(value) !== null,
    'is not a known time zone such as Europe/Berlin',
  )
  .transform((value) => parseZoneName(value))
  .nullable()
  .optional()

const permissions = hashOfNames<Permissions>(permissionNames, 'What the user may do with')
  .nullable()
  .transform((value) => value ?? {})
  .optional()

const given = flag
  .nullable()
  .transform((value) => value ?? undefined)
  .optional()

const attributes = {
  show_quick_tips: given.meta({
    description: 'Whether a user interface shows tips to the user. Default: true.',
  }),
  default_preview_recipients: z
    .array(previewAddress)
    .max(100)
    .nullable()
    .transform((value) => value ?? [])
    .optional()
    .meta({ description: 'The addresses that previews go to by default, at most 100.' }),
  time_zone: timeZone.meta({
    description: "The time zone of the user, such as Europe/Berlin. null: the organization's time zone.",
  }),
  language: choice(languages).nullish().meta({
    description: 'The language that the user reads. null: the one that the browser asks for. Default: null.',
  }),
  permissions: permissions.meta({
    description: 'What a standard user may do, by resource. Default: nothing.',
  }),
  role_id: idField.nullish().meta({
    description:
      'The role of the organization that says what a standard user may do, reading included, instead of permissions. null: permissions do. Default: null.',
  }),
  mailing_list_ids: listIdsInput.nullish().meta({
    description:
      'The ids of the mailing lists that a standard user is limited to. All others, and what belongs to them, do not exist for the user. null: all lists. Default: null.',
  }),
  second_factor_required: given.meta({
    description: 'Whether the user must set up a second factor before anything else. Default: false.',
  }),
  emergency_log_in: given.meta({
    description:
      'Whether the user can log in with a password although the organization requires a provider. Default: false.',
  }),
}

export const userInput = z.object({
  full_name: name(100).meta({ description: 'The name of the user, up to 100 characters.' }),
  email: logInAddress.meta({
    description: logInAddressDescription,
  }),
  active: flag.meta({ description: 'Whether the user can log in.' }),
  role: choice(roles).meta({
    description: 'The role of the user. A standard user can read, and do what the permissions allow.',
  }),
  ...attributes,
  invite: given.meta({
    description:
      'Whether to mail the invitation now. false: no mail; POST users/:id/invite mails it later. Default: true.',
  }),
})

export const userChanges = z.object({
  full_name: name(100).optional().meta({ description: 'The name of the user, up to 100 characters.' }),
  email: logInAddress.optional().meta({
    description: logInAddressDescription,
  }),
  active: flag.optional().meta({ description: 'Whether the user can log in.' }),
  role: choice(roles).optional().meta({
    description: 'The role of the user. A standard user can read, and do what the permissions allow.',
  }),
  ...attributes,
})

export type UserInput = z.output<typeof userInput>
export type UserChanges = z.output<typeof userChanges>
