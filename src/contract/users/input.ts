import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { roles } from '../api/endpoint.ts'
import { choice, flag, name, text } from '../api/fields.ts'
import { permissionNames } from './permissions.ts'
import type { Permissions } from './permissions.ts'
import { parseZoneName } from '../times/zone-names.ts'

/** What a caller may say about a user (specification, section 2.4). null: as if not given, or the default. */

/** The address that somebody logs in with: no international domain, so that there is one spelling of it. */
const logInAddress = text(600)
  .refine((value) => parseEmail(value) !== null, 'is not a valid e-mail address')
  .refine((value) => isAscii(value.trim()), 'cannot have an international domain')
  .transform((value) => value.trim())

function isAscii(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value)
}

const previewAddress = text(600)
  .refine((value) => parseEmail(value) !== null, 'is not a valid e-mail address')
  .transform((value) => value.trim())

const timeZone = text(100)
  .refine((value) => value.trim() === '' || parseZoneName(value) !== null, 'is not a known time zone')
  .transform((value) => parseZoneName(value))
  .nullable()
  .optional()

const permissions = z
  .strictObject(
    Object.fromEntries(
      Object.entries(permissionNames).map(([key, names]) => [key, z.array(choice(names)).max(50).nullish()]),
    ),
  )
  .transform(tidyPermissions)
  .nullable()
  .transform((value) => value ?? {})
  .optional()

/** In the order of the specification, each name once. */
function tidyPermissions(given: Record<string, readonly string[] | null | undefined>): Permissions {
  const entries = Object.entries(permissionNames).flatMap(([key, names]) => {
    const allowed = names.filter((one) => given[key]?.includes(one))
    return allowed.length === 0 ? [] : [[key, allowed]]
  })
  // Each key has names of its own, of which the filter has kept some.
  return Object.fromEntries(entries) as Permissions
}

const given = flag
  .nullable()
  .transform((value) => value ?? undefined)
  .optional()

const attributes = {
  show_quick_tips: given,
  default_preview_recipients: z
    .array(previewAddress)
    .max(100)
    .nullable()
    .transform((value) => value ?? [])
    .optional(),
  time_zone: timeZone,
  permissions,
  second_factor_required: given,
}

export const userInput = z.object({
  full_name: name(100),
  email: logInAddress,
  active: flag,
  role: choice(roles),
  ...attributes,
})

export const userChanges = z.object({
  full_name: name(100).optional(),
  email: logInAddress.optional(),
  active: flag.optional(),
  role: choice(roles).optional(),
  ...attributes,
})

export type UserInput = z.output<typeof userInput>
export type UserChanges = z.output<typeof userChanges>
