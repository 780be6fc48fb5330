import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { name, text } from '../api/fields.ts'
import { parseZoneName } from '../times/zone-names.ts'
import { logInAddress } from './input.ts'
import { passwordLengthMax, passwordLengthMin, sessionSchema } from './sessions.ts'

export const setUpInput = z.object({
  token: text(200).meta({
    description:
      'The text after the # of the link that the server prints until a system administrator has an account.',
  }),
  full_name: name(100).meta({ description: 'The name of the administrator, up to 100 characters.' }),
  email: logInAddress.meta({
    description: 'The address that the user logs in with. It must have an ASCII domain.',
  }),
  password: text(passwordLengthMax).min(passwordLengthMin).meta({
    description: 'The password of the user, 12 to 256 characters, by the rules of POST log_in/password.',
  }),
  organization_name: name(100).meta({ description: 'The name of the organization, up to 100 characters.' }),
  time_zone_name: text(255)
    .transform((value, context) => {
      const zone = parseZoneName(value)
      if (zone !== null) return zone
      context.addIssue('is not a known time zone such as Europe/Berlin')
      return z.NEVER
    })
    .meta({ description: 'The time zone of the organization, such as Europe/Berlin.' }),
})

export type SetUpInput = z.output<typeof setUpInput>

/** Below the address of the server; the token follows a #, which browsers send to no server. */
export const setUpPath = '/console/set-up'

const open = { tag: 'Log-in', role: 'anyone', paged: 'none', path: 'set_up' } as const

export const showSetUp = endpoint({
  ...open,
  id: 'showSetUp',
  method: 'GET',
  summary: 'Show whether the server waits for its first administrator',
  data: z.object({
    is_open: z.boolean().meta({
      description: 'Whether no system administrator has an account yet, so that the link of the start works.',
    }),
  }),
})

export const setUp = endpoint({
  ...open,
  id: 'setUp',
  method: 'POST',
  summary: 'Create the first system administrator, name their organization, and log in',
  body: setUpInput,
  data: sessionSchema,
})

export const setUpEndpoints = [showSetUp, setUp] as const
